package io.polybloom.redisson;

import io.polybloom.tck.fixture.VersionsTests;
import org.redisson.api.RedissonClient;

class VersionsTest extends VersionsTests {

    VersionsTest() {
        super(
                RedissonBloom.class,
                RedissonClient.class,
                "org.redisson.",
                "org.redisson.command.CommandBatchService",
                "3.37 to 4");
    }
}
