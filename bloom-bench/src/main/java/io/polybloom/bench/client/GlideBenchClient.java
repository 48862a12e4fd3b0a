package io.polybloom.bench.client;

import glide.api.GlideClient;
import glide.api.models.configuration.GlideClientConfiguration;
import glide.api.models.configuration.NodeAddress;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.glide.GlideBloom;
import java.net.URI;
import java.util.concurrent.ExecutionException;

/** Valkey GLIDE, blocking, with its default settings but for the timeout. */
public final class GlideBenchClient implements Client {

    /** By default 250 ms, which is too short for the larger calls. */
    private static final int TIMEOUT_MILLIS = 60_000;

    private final GlideClient glide;

    /** Connects to a server. */
    public GlideBenchClient(String uri) {
        URI server = URI.create(uri);
        glide = GlideClient.createClient(GlideClientConfiguration.builder()
                        .address(NodeAddress.builder()
                                .host(server.getHost())
                                .port(server.getPort())
                                .build())
                        .requestTimeout(TIMEOUT_MILLIS)
                        .build())
                .join();
    }

    @Override
    public BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
        return GlideBloom.on(glide).open(spec, TEXT, options);
    }

    @Override
    public boolean get(String key) {
        return glide.get(key).join() != null;
    }

    @Override
    public void close() {
        try {
            glide.close();
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
