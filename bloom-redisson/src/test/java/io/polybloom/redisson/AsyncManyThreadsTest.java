package io.polybloom.redisson;

import io.polybloom.tck.fixture.ManyThreadsTests;

class AsyncManyThreadsTest extends ManyThreadsTests {

    AsyncManyThreadsTest() {
        super(new RedissonBackend(RedissonBackend.Flavour.ASYNC));
    }
}
