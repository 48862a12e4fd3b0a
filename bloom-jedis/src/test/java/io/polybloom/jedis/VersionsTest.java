package io.polybloom.jedis;

import io.polybloom.tck.fixture.VersionsTests;
import redis.clients.jedis.UnifiedJedis;

class VersionsTest extends VersionsTests {

    VersionsTest() {
        super(
                JedisBloom.class,
                UnifiedJedis.class,
                "redis.clients.jedis.",
                "redis.clients.jedis.AbstractPipeline",
                "5.2 to 8");
    }
}
