package io.polybloom.vertx;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.fixture.FailoverTests;
import io.polybloom.tck.server.SentinelGroup;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisRole;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

class FailoverTest extends FailoverTests {

    FailoverTest() {
        super(new VertxBackend());
    }

    @Override
    protected Backend.Connection connect(SentinelGroup group) {
        Vertx vertx = Vertx.vertx();
        Redis client = Redis.createClient(vertx, optionsFor(group));
        return new VertxBackend.VertxConnection(vertx, List.of(client), Way.ofProperty(), Optional.empty());
    }

    static RedisOptions optionsFor(SentinelGroup group) {
        RedisOptions options = new RedisOptions()
                .setType(RedisClientType.SENTINEL)
                .setRole(RedisRole.MASTER)
                .setMasterName(SentinelGroup.NAME)
                .setNetClientOptions(
                        new NetClientOptions().setReadIdleTimeout(10).setIdleTimeoutUnit(TimeUnit.SECONDS));
        group.sentinels().forEach(sentinel -> options.addConnectionString("redis://" + sentinel));
        return options;
    }
}
