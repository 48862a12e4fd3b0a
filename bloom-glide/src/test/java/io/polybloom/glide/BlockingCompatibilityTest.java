package io.polybloom.glide;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class BlockingCompatibilityTest extends BloomFilterCompatibilityKit {
    BlockingCompatibilityTest() {
        super(new GlideBackend(GlideBackend.Flavour.BLOCKING));
    }
}
