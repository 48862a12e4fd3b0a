package io.polybloom.tck.lettuce;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class LettuceCompatibilityTest extends BloomFilterCompatibilityKit {

    LettuceCompatibilityTest() {
        super(new LettuceBackend());
    }
}
