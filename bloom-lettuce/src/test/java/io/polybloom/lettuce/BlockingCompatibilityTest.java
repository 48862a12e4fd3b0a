package io.polybloom.lettuce;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class BlockingCompatibilityTest extends BloomFilterCompatibilityKit {
    BlockingCompatibilityTest() {
        super(new LettuceBackend(LettuceBackend.Flavour.BLOCKING));
    }
}
