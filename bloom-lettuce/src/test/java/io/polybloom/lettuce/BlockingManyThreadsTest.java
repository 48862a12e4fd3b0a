package io.polybloom.lettuce;

import io.polybloom.tck.fixture.ManyThreadsTests;

class BlockingManyThreadsTest extends ManyThreadsTests {

    BlockingManyThreadsTest() {
        super(new LettuceBackend(LettuceBackend.Flavour.BLOCKING));
    }
}
