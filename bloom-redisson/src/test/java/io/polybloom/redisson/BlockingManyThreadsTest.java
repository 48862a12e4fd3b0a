package io.polybloom.redisson;

import io.polybloom.tck.fixture.ManyThreadsTests;

class BlockingManyThreadsTest extends ManyThreadsTests {

    BlockingManyThreadsTest() {
        super(new RedissonBackend(RedissonBackend.Flavour.BLOCKING));
    }
}
