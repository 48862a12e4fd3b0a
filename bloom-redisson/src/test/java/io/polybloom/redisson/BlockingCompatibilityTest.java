package io.polybloom.redisson;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class BlockingCompatibilityTest extends BloomFilterCompatibilityKit {

    BlockingCompatibilityTest() {
        super(new RedissonBackend(RedissonBackend.Flavour.BLOCKING));
    }
}
