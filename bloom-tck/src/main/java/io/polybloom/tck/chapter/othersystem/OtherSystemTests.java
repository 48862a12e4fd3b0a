package io.polybloom.tck.chapter.othersystem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.ForeignDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Filters that other systems have written, or will read. */
public abstract class OtherSystemTests extends KitTests {

    private static final Map<String, String> PARAMETERS =
            Map.of("size", "9585", "hashIterations", "7", "expectedInsertions", "1000", "falseProbability", "0.01");

    @TestFactory
    @Checks("11.01")
    List<DynamicTest> aFilterHasTheBitsAndKeysOfItsSystem() {
        List<DynamicTest> rows = new ArrayList<>();
        for (OtherSystem system : OtherSystem.underOneKey()) {
            rows.add(row(system.layout(), () -> writes(system)));
        }
        return rows;
    }

    private void writes(OtherSystem system) {
        String name = freshName();
        BloomFilter<CharSequence> filter = open(filters(), system.spec(name));
        List<String> words = system.words();
        assertTrue(filter.add(words.get(0)));
        filter.addAll(words.subList(1, words.size()));
        try (RespClient redis = standalone().client()) {
            system.assertBits(redis, system.key(name), words);
            List<String> keys = new ArrayList<>(redis.keys("*" + name + "*"));
            keys.remove(config(name));
            assertEquals(List.of(system.key(name)), keys);
        }
        BloomFilter<CharSequence> elsewhere = open(filters(), system.spec(name));
        assertEquals(words.size(), count(elsewhere.mightContainAll(words)));
        words.forEach(word -> assertTrue(elsewhere.mightContain(word), word));
        assertEquals(0, count(filter.mightContainAll(words("absent-", 3))));
    }

    @Test
    @Checks("11.02")
    void parametersAreWrittenAsTheirSystemDoes() {
        String name = freshName();
        open(filters(), redisson(name).capacity(1000).build());
        try (RespClient redis = standalone().client()) {
            assertEquals(PARAMETERS, hash(redis, config(name)));
            assertEquals(List.of(config(name)), redis.keys("*" + name + "*"));
        }
    }

    @Test
    @Checks("11.02")
    void storedParametersAreAdopted() {
        OtherSystem system = OtherSystem.of("redisson");
        String name = freshName();
        store(name, system);
        BloomFilter<CharSequence> filter =
                open(filters(), FilterSpec.existing(name).layout("redisson").build());
        assertEquals(1000, filter.description().capacity());
        assertEquals(0.01, filter.description().falsePositiveRate());
        assertEquals(system.words().size(), count(filter.mightContainAll(system.words())));
        assertEquals(0, count(filter.mightContainAll(words("absent-", 3))));
    }

    @Test
    @Checks("11.02")
    void otherParametersAreRefusedAndNothingIsChanged() {
        String name = freshName();
        store(name, OtherSystem.of("redisson"));
        BloomFilters filters = filters();
        for (FilterSpec other : List.of(
                redisson(name).capacity(1001).build(),
                redisson(name).capacity(1000).falsePositiveRate(0.02).build(),
                redisson(name).bits(9586).hashes(7).build())) {
            assertThrows(SpecMismatchException.class, () -> open(filters, other));
        }
        try (RespClient redis = standalone().client()) {
            assertEquals(PARAMETERS, hash(redis, config(name)));
            redis.call("HSET", config(name), "version", "2");
        }
        assertThrows(
                ForeignDataException.class,
                () -> open(filters, redisson(name).capacity(1000).build()));
    }

    @Test
    @Checks("11.04")
    @Needs(Capability.INDEPENDENT_SERVERS)
    void elementsLieOnTheServersAndUnderTheKeysOfTheirSystem() {
        OtherSystem system = OtherSystem.underManyKeys();
        List<RedisServer> servers = SharedServers.independent();
        String name = freshName();
        BloomFilter<CharSequence> filter = open(connect(Target.independent(servers)), system.spec(name));
        filter.addAll(system.words());
        assertEquals(system.words().size(), count(filter.mightContainAll(system.words())));
        for (int server = 0; server < servers.size(); server++) {
            Map<String, List<String>> expected = new TreeMap<>();
            for (String word : system.words()) {
                if (crc32(word) % servers.size() == server) {
                    expected.computeIfAbsent(name + "." + crc32(word) % 2, key -> new ArrayList<>())
                            .add(word);
                }
            }
            try (RespClient redis = servers.get(server).client()) {
                assertEquals(List.copyOf(expected.keySet()), redis.keys(name + "*"));
                expected.forEach((key, words) -> system.assertBits(redis, key, words));
            }
        }
        filter.delete();
    }

    @TestFactory
    @Checks("11.06")
    List<DynamicTest> everyKeyExpiresAndIsRemoved() {
        List<DynamicTest> rows = new ArrayList<>();
        for (OtherSystem system : OtherSystem.underOneKey()) {
            rows.add(row(system.layout(), () -> expires(system)));
        }
        return rows;
    }

    private void expires(OtherSystem system) {
        String name = freshName();
        BloomFilter<CharSequence> filter = open(filters(), system.spec(name));
        try (RespClient redis = standalone().client()) {
            // Enough for their bits to be merged as a string.
            filter.load(words("loaded ", 100), taken -> {});
            assertEquals(-1, redis.integer("PTTL", system.key(name)), "a load makes nothing expire");
            long before = clock(redis);
            filter.expire(Duration.ofHours(1));
            filter.add("a");
            List<String> keys = redis.keys("*" + name + "*");
            assertTrue(keys.contains(system.key(name)), keys.toString());
            for (String key : keys) {
                assertExpires(redis, key, Duration.ofHours(1), before);
            }
            filter.delete();
            assertEquals(List.of(), redis.keys("*" + name + "*"));
        }
    }

    /** Stores a filter as another program leaves it. */
    private void store(String name, OtherSystem system) {
        try (RespClient redis = standalone().client()) {
            PARAMETERS.forEach((field, value) -> redis.call("HSET", config(name), field, value));
            for (int[] bits : system.elements().values()) {
                for (int bit : bits) {
                    redis.call("SETBIT", system.key(name), bit, 1);
                }
            }
        }
    }

    private static FilterSpecBuilder redisson(String name) {
        return FilterSpec.named(name).layout("redisson");
    }

    static String config(String name) {
        return "{" + name + "}:config";
    }

    private static Map<String, String> hash(RespClient redis, String key) {
        Map<String, String> fields = new TreeMap<>();
        List<?> reply = redis.list("HGETALL", key);
        for (int i = 0; i < reply.size(); i += 2) {
            fields.put(text(reply.get(i)), text(reply.get(i + 1)));
        }
        return fields;
    }

    private static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }

    private static long crc32(String word) {
        CRC32 crc = new CRC32();
        crc.update(word.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }
}
