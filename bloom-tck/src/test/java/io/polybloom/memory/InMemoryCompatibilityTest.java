package io.polybloom.memory;

import io.polybloom.tck.BloomFilterCompatibilityKit;
import io.polybloom.tck.backend.Way;

class InMemoryCompatibilityTest extends BloomFilterCompatibilityKit {

    private static final MemoryBackend BACKEND = new MemoryBackend(Way.ofProperty());

    InMemoryCompatibilityTest() {
        super(BACKEND);
    }
}
