package io.polybloom.lettuce;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.fixture.FailoverTests;
import io.polybloom.tck.server.SentinelGroup;
import java.time.Duration;
import java.util.List;

class FailoverTest extends FailoverTests {

    FailoverTest() {
        super(new LettuceBackend(LettuceBackend.Flavour.BLOCKING));
    }

    @Override
    protected Backend.Connection connect(SentinelGroup group) {
        RedisURI address =
                RedisURI.create("redis-sentinel://" + String.join(",", group.sentinels()) + "#" + SentinelGroup.NAME);
        address.setTimeout(Duration.ofSeconds(1));
        return new LettuceBackend.BlockingConnection(List.of(RedisClient.create(address)));
    }
}
