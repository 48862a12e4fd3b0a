package io.polybloom.glide;

import io.polybloom.tck.SecondFlavourKit;

/** The chapters of the kit in which the flavours can differ; {@link KitOfAsync} is all of them. */
class AsyncFlavourTest extends SecondFlavourKit {

    AsyncFlavourTest() {
        super(new GlideBackend(GlideBackend.Flavour.ASYNC));
    }
}
