package io.polybloom.vertx;

import io.polybloom.tck.fixture.ManyThreadsTests;

class ManyThreadsTest extends ManyThreadsTests {

    ManyThreadsTest() {
        super(new VertxBackend());
    }
}
