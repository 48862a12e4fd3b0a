package io.polybloom.redisson;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class AsyncCompatibilityTest extends BloomFilterCompatibilityKit {

    AsyncCompatibilityTest() {
        super(new RedissonBackend(RedissonBackend.Flavour.ASYNC));
    }
}
