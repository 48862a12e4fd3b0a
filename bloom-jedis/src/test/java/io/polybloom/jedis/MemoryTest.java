package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterCopy;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** The memory that a server reserves for partitions. Redis reserves twice the length for a string that has grown. */
class MemoryTest {

    private static final int PARTITIONS = 3;
    private static final FilterSpec SPEC = FilterSpec.named("clicks")
            .bits(PARTITIONS * FilterSpec.DEFAULT_MAX_PARTITION_BITS)
            .hashes(4)
            .partitions(PARTITIONS)
            .build();

    @Test
    void aPartitionTakesTheMemoryOfItsBits() {
        try (RedisServer server = RedisServer.start();
                UnifiedJedis jedis = Fixtures.client(server);
                RespClient eyes = server.client()) {
            BloomFilters filters = JedisBloom.on(jedis);
            BloomFilter<CharSequence> filter = filters.open(SPEC, TEXT);
            assertTakesItsBits(eyes, "clicks");
            filter.add("one");
            filter.addAll(words(0, 100));
            assertTakesItsBits(eyes, "clicks");
            filters.run(FilterCopy.of(FilterSpec.existing("clicks").build()).named("copy"));
            assertTakesItsBits(eyes, "copy");
        }
    }

    private static void assertTakesItsBits(RespClient eyes, String name) {
        List<String> partitions = StoredFilter.keysOfPartitions(eyes, name);
        assertEquals(PARTITIONS, partitions.size());
        for (String key : partitions) {
            long memory = eyes.integer("MEMORY", "USAGE", key);
            assertTrue(memory < 1.01 * FilterSpec.DEFAULT_MAX_PARTITION_BITS / Byte.SIZE, key + " takes " + memory);
        }
    }
}
