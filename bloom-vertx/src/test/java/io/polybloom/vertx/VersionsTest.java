package io.polybloom.vertx;

import io.polybloom.tck.fixture.VersionsTests;
import io.vertx.redis.client.Redis;

class VersionsTest extends VersionsTests {

    VersionsTest() {
        super(
                VertxBloom.class,
                Redis.class,
                "io.vertx.redis.client.",
                "io.vertx.redis.client.RedisCluster",
                "4.5.10 to 5.1");
    }
}
