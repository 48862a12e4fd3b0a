package io.polybloom.jedis;

import io.polybloom.tck.fixture.ManyThreadsTests;

class ManyThreadsTest extends ManyThreadsTests {

    ManyThreadsTest() {
        super(new JedisBackend());
    }
}
