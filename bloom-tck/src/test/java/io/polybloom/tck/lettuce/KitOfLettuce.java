package io.polybloom.tck.lettuce;

import io.polybloom.tck.BloomFilterCompatibilityKit;

/** The kit on the transport of the guide. Tests run a part of it; bloom-lettuce runs all of it on its own transport. */
class KitOfLettuce extends BloomFilterCompatibilityKit {

    KitOfLettuce() {
        super(new LettuceBackend());
    }
}
