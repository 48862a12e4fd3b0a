package io.polybloom.spring.client;

import glide.api.GlideClient;
import io.polybloom.BloomFilters;
import io.polybloom.glide.GlideBloom;

/** A client of Valkey GLIDE for one server, no matter how the application has made it. */
record GlideSource(GlideClient client) implements ClientSource {

    @Override
    public BloomFilters filtersOn(Object same) {
        return GlideBloom.on(client);
    }
}
