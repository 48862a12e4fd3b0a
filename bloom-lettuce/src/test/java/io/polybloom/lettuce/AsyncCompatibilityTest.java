package io.polybloom.lettuce;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class AsyncCompatibilityTest extends BloomFilterCompatibilityKit {
    AsyncCompatibilityTest() {
        super(new LettuceBackend(LettuceBackend.Flavour.ASYNC));
    }
}
