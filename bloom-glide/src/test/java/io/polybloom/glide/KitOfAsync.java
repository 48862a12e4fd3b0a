package io.polybloom.glide;

import io.polybloom.tck.BloomFilterCompatibilityKit;

/**
 * The whole kit on the flavour that answers with {@code CompletionStage}. Its transport is that of the other flavour,
 * on which builds run the kit, so a build runs {@link AsyncFlavourTest} only.
 */
class KitOfAsync extends BloomFilterCompatibilityKit {

    KitOfAsync() {
        super(new GlideBackend(GlideBackend.Flavour.ASYNC));
    }
}
