package io.polybloom.spring.failure;

import io.polybloom.spring.client.NoClientException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains how filters get a client. */
final class NoClientFailureAnalyzer extends AbstractFailureAnalyzer<NoClientException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, NoClientException cause) {
        return new FailureAnalysis(
                "The Bloom filters of the application have no Redis client: " + cause.getMessage() + ".",
                "Add spring-boot-starter-data-redis, or a bean of the type RedissonClient or GlideClient. If there are"
                        + " several beans, mark one as primary, or name one in polybloom.client-bean. polybloom.client"
                        + " selects the kind: lettuce, jedis, redisson or glide. Or define a bean of the type"
                        + " io.polybloom.BloomFilters.",
                cause);
    }
}
