package io.polybloom.redisson;

import io.polybloom.tck.SecondFlavourKit;

/** The chapters of the kit in which the flavours can differ; {@link KitOfAsync} is all of them. */
class AsyncFlavourTest extends SecondFlavourKit {

    AsyncFlavourTest() {
        super(new RedissonBackend(RedissonBackend.Flavour.ASYNC));
    }
}
