package io.polybloom.jedis;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class JedisCompatibilityTest extends BloomFilterCompatibilityKit {

    JedisCompatibilityTest() {
        super(new JedisBackend());
    }
}
