package io.polybloom.cli.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.base.Joiner;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import com.google.common.hash.Hashing;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.cli.server.Client;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The golden filters, written through each client and read back from a real server by other eyes. */
class GoldenStringsTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    private static RedisServer server;
    private static Clients clients;

    @BeforeAll
    static void connect() {
        server = RedisServer.start();
        clients = Clients.of(server);
    }

    @AfterAll
    static void disconnect() {
        clients.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void bkdr(Client client) {
        for (JsonObject golden : GoldenFile.of("bloomfilter-redis").cases("filters")) {
            BloomFilter<CharSequence> filter = open(
                    client,
                    sized(golden.get("php_key_arg").getAsString(), "bkdr", golden.get("m"), golden.get("k")),
                    TEXT);
            List<String> adds = adds(golden);
            List<String> seen = absent(adds, filter.addAll(adds));
            assertEquals(golden.get("add_returned_true_count").getAsInt(), seen.size());
            assertString(golden, "", golden.get("redis_key").getAsString());
        }
    }

    @ParameterizedTest
    @EnumSource
    void goZero(Client client) {
        for (JsonObject golden : GoldenFile.of("go-zero").cases("filters")) {
            String key = golden.get("redis_key").getAsString();
            BloomFilter<CharSequence> filter = open(
                    client,
                    FilterSpec.named(key)
                            .layout("go-zero")
                            .bits(golden.get("bits").getAsLong()),
                    TEXT);
            filter.addAll(adds(golden));
            assertString(golden, "", key);
            List<String> positives = positives(golden, filter);
            assertEquals(golden.get("probe_positive_count").getAsInt(), positives.size());
            if (golden.has("probe_positives")) {
                assertEquals(texts(golden.get("probe_positives")), positives);
            } else {
                assertEquals(
                        golden.get("probe_positives_sha256_of_comma_joined").getAsString(),
                        Hashing.sha256()
                                .hashString(Joiner.on(',').join(positives), StandardCharsets.UTF_8)
                                .toString());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void guavaHelper(Client client) {
        for (JsonObject golden : GoldenFile.of("guava-helper").cases("filters")) {
            String key = golden.get("redis_key").getAsString();
            BloomFilter<CharSequence> filter = open(client, calculated(key, "guava-helper", golden), TEXT);
            assertEquals(
                    golden.get("bitSize").getAsLong(),
                    filter.description().geometry().totalBits());
            filter.addAll(adds(golden));
            assertString(golden, "", key);
            assertPositives(golden, filter);
        }
    }

    @ParameterizedTest
    @EnumSource
    void guava(Client client) {
        for (JsonObject golden : GoldenFile.of("guava").cases("filters")) {
            assertEquals("string_utf8", golden.get("funnel").getAsString());
            BloomFilter<CharSequence> filter = open(client, calculated("g", strategy(golden), golden), TEXT);
            assertEquals(
                    golden.get("put_returned_true").getAsInt(),
                    present(adds(golden), filter.addAll(adds(golden))).size());
            assertString(golden, "setbit_image_", "g");
            assertPositives(golden, filter);
            assertEquals(
                    golden.get("approximateElementCount").getAsLong(),
                    filter.stats().estimatedCount());
            assertEquals(golden.get("expectedFpp").getAsDouble(), filter.stats().currentFalsePositiveRate(), 1e-15);
        }
    }

    /** Guava's own test of a million elements: once, since it takes seconds. */
    @Test
    void guavaWithKnownFalsePositives() {
        for (JsonObject golden : GoldenFile.of("guava").cases("known_false_positives")) {
            assertEquals("unencoded_chars", golden.get("funnel").getAsString());
            int elements = golden.get("n").getAsInt();
            BloomFilter<CharSequence> filter =
                    open(Client.JEDIS, calculated("known", strategy(golden), golden), Funnels.unencodedCharsFunnel());
            filter.addAll(everySecond(0, elements));
            assertString(golden, "setbit_image_", "known");
            List<String> odd = everySecond(1, elements);
            List<String> positives = present(odd, filter.mightContainAll(odd));
            assertEquals(golden.get("false_positives_total").getAsInt(), positives.size());
            List<String> expected = texts(golden.get("false_positives_under_900"));
            assertEquals(expected, positives.subList(0, expected.size()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void redisson(Client client) {
        for (JsonObject golden : GoldenFile.of("redisson").cases("filters")) {
            String key = golden.get("redis_key").getAsString();
            boolean isText = golden.get("codec").getAsString().equals("StringCodec/String");
            BloomFilter<CharSequence> filter =
                    open(client, calculated(key, "redisson", golden), isText ? TEXT : Kryo.ELEMENTS);
            assertEquals(fields(golden.getAsJsonObject("config_hash")), hash(golden, "config_key"));
            assertEquals(
                    golden.get("added_return_sum").getAsInt(),
                    present(adds(golden), filter.addAll(adds(golden))).size());
            assertString(golden, "", key);
            assertPositives(golden, filter);
            assertEquals(golden.get("count()").getAsLong(), filter.stats().estimatedCount());
        }
    }

    @ParameterizedTest
    @EnumSource
    void redissonKeys(Client client) {
        for (JsonObject golden : GoldenFile.of("redisson").cases("key_names")) {
            FilterSpecBuilder spec = FilterSpec.named(golden.get("name").getAsString())
                    .layout("redisson")
                    .capacity(100);
            open(client, spec, TEXT).add("x");
            try (RespClient redis = server.client()) {
                assertEquals("string", redis.text("TYPE", golden.get("bits_key").getAsString()));
                assertEquals("hash", redis.text("TYPE", golden.get("config_key").getAsString()));
                assertEquals(2, redis.keys("*").size());
            }
        }
    }

    /** The parameters that {@code tryInit} stored, or its refusal. */
    @ParameterizedTest
    @EnumSource
    void redissonSizes(Client client) {
        List<String> columns = List.of(
                "expectedInsertions", "falseProbability", "size", "hashIterations", "falseProbability_text_in_hash");
        JsonObject table = GoldenFile.of("redisson").root().getAsJsonObject("config_table");
        assertEquals(columns, columns(table));
        for (JsonElement element : table.getAsJsonArray("rows")) {
            JsonArray row = element.getAsJsonArray();
            FilterSpecBuilder spec = FilterSpec.named("sized").layout("redisson");
            if (row.get(2).isJsonNull()) {
                assertThrows(
                        IllegalArgumentException.class, () -> size(spec, row).build());
                continue;
            }
            open(client, size(spec, row), TEXT);
            Map<String, String> expected = Map.of(
                    "size", row.get(2).getAsString(),
                    "hashIterations", row.get(3).getAsString(),
                    "expectedInsertions", row.get(0).getAsString(),
                    "falseProbability", row.get(4).getAsString());
            assertEquals(expected, hash("{sized}:config"));
        }
    }

    private static FilterSpecBuilder size(FilterSpecBuilder spec, JsonArray row) {
        return spec.capacity(row.get(0).getAsLong())
                .falsePositiveRate(row.get(1).getAsDouble());
    }

    private static List<String> columns(JsonObject table) {
        List<String> columns = texts(table.get("columns"));
        return columns.subList(0, columns.size() - 1);
    }

    /** Opens a filter on a server without other keys. */
    private static <T> BloomFilter<T> open(Client client, FilterSpecBuilder spec, Funnel<? super T> funnel) {
        try (RespClient redis = server.client()) {
            redis.call("FLUSHALL");
        }
        return clients.filters(client).open(spec.build(), funnel);
    }

    private static FilterSpecBuilder sized(String name, String layout, JsonElement bits, JsonElement hashes) {
        return FilterSpec.named(name).layout(layout).bits(bits.getAsLong()).hashes(hashes.getAsInt());
    }

    private static FilterSpecBuilder calculated(String name, String layout, JsonObject golden) {
        return FilterSpec.named(name)
                .layout(layout)
                .capacity(golden.get("n").getAsLong())
                .falsePositiveRate(golden.get("p").getAsDouble());
    }

    private static String strategy(JsonObject golden) {
        return golden.get("strategy").getAsString().replace("MURMUR128_MITZ_", "guava-");
    }

    private static void assertString(JsonObject golden, String prefix, String key) {
        try (RespClient redis = server.client()) {
            byte[] string = (byte[]) redis.call("GET", key);
            assertNotNull(string, key);
            assertEquals(golden.get(prefix + "strlen").getAsInt(), string.length);
            assertEquals(
                    golden.get(prefix + "sha256").getAsString(),
                    Hashing.sha256().hashBytes(string).toString());
            assertEquals(golden.get("bitcount").getAsLong(), redis.integer("BITCOUNT", key));
        }
    }

    private static void assertPositives(JsonObject golden, BloomFilter<CharSequence> filter) {
        List<String> positives = positives(golden, filter);
        assertEquals(golden.get("positive_count").getAsInt(), positives.size());
        List<String> falsePositives = new ArrayList<>(positives);
        falsePositives.removeAll(adds(golden));
        assertEquals(texts(golden.get("false_positives")), falsePositives);
    }

    private static List<String> positives(JsonObject golden, BloomFilter<CharSequence> filter) {
        List<String> probes = GoldenFile.decimals(golden.get("probe_ints"));
        return present(probes, filter.mightContainAll(probes));
    }

    private static List<String> adds(JsonObject golden) {
        return GoldenFile.decimals(golden.getAsJsonObject("adds").get("ints"));
    }

    private static List<String> present(List<String> elements, boolean[] answers) {
        return having(true, elements, answers);
    }

    private static List<String> absent(List<String> elements, boolean[] answers) {
        return having(false, elements, answers);
    }

    private static List<String> having(boolean answer, List<String> elements, boolean[] answers) {
        assertEquals(elements.size(), answers.length);
        List<String> having = new ArrayList<>();
        for (int i = 0; i < answers.length; i++) {
            if (answers[i] == answer) {
                having.add(elements.get(i));
            }
        }
        return having;
    }

    private static List<String> everySecond(int from, int count) {
        List<String> numbers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            numbers.add(Integer.toString(from + 2 * i));
        }
        return numbers;
    }

    private static List<String> texts(JsonElement array) {
        return array.getAsJsonArray().asList().stream()
                .map(JsonElement::getAsString)
                .toList();
    }

    private static Map<String, String> fields(JsonObject object) {
        Map<String, String> fields = new HashMap<>();
        object.entrySet()
                .forEach(field -> fields.put(field.getKey(), field.getValue().getAsString()));
        return fields;
    }

    private static Map<String, String> hash(JsonObject golden, String name) {
        return hash(golden.get(name).getAsString());
    }

    private static Map<String, String> hash(String key) {
        Map<String, String> fields = new HashMap<>();
        try (RespClient redis = server.client()) {
            List<?> reply = (List<?>) redis.call("HGETALL", key);
            for (int i = 0; i < reply.size(); i += 2) {
                fields.put(text(reply.get(i)), text(reply.get(i + 1)));
            }
        }
        return fields;
    }

    private static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }
}
