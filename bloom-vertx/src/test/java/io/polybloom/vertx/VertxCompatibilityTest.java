package io.polybloom.vertx;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class VertxCompatibilityTest extends BloomFilterCompatibilityKit {

    VertxCompatibilityTest() {
        super(new VertxBackend());
    }
}
