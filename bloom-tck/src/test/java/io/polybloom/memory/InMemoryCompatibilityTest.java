package io.polybloom.memory;

import io.polybloom.tck.BloomFilterCompatibilityKit;

class InMemoryCompatibilityTest extends BloomFilterCompatibilityKit {

    private static final MemoryBackend BACKEND = new MemoryBackend();

    InMemoryCompatibilityTest() {
        super(BACKEND);
    }
}
