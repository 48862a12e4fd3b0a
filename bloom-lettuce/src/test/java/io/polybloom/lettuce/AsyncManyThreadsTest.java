package io.polybloom.lettuce;

import io.polybloom.tck.fixture.ManyThreadsTests;

class AsyncManyThreadsTest extends ManyThreadsTests {

    AsyncManyThreadsTest() {
        super(new LettuceBackend(LettuceBackend.Flavour.ASYNC));
    }
}
