package io.polybloom.cli.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.polybloom.cli.Run;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The data that the real programs have written, as {@code explain} shows it: offsets in order, key and server. */
class GoldenExplainTest {

    private static final long TWO_TO_31 = 1L << 31;
    private static final long TWO_TO_32 = 1L << 32;

    private static final GoldenFile BKDR = GoldenFile.of("bloomfilter-redis");
    private static final GoldenFile GO_ZERO = GoldenFile.of("go-zero");
    private static final GoldenFile HELPER = GoldenFile.of("guava-helper");
    private static final GoldenFile GUAVA = GoldenFile.of("guava");
    private static final GoldenFile REDISSON = GoldenFile.of("redisson");

    @Test
    void bkdrHashes() {
        List<byte[]> elements = BKDR.elements("elements");
        String[] untouched = options("bkdr", "--bits", TWO_TO_31, "--hashes", 24);
        assertEquals(lists(BKDR.root().get("raw_hash")), Explained.offsets(elements, untouched));
    }

    @Test
    void bkdrOffsets() {
        List<byte[]> all = BKDR.elements("elements");
        for (JsonObject expected : BKDR.cases("offset_cases")) {
            List<byte[]> elements = new ArrayList<>();
            GoldenFile.numbers(expected.get("els")).forEach(index -> elements.add(all.get(index.intValue())));
            assertEquals(
                    lists(expected.get("offsets")),
                    Explained.offsets(
                            elements, options("bkdr", "--bits", expected.get("m"), "--hashes", expected.get("k"))));
        }
    }

    /**
     * The file's strings are smaller by a factor than those of the class, which its bits make up for. No server is
     * asked.
     */
    @Test
    void bkdrServersAndKeys() {
        List<byte[]> elements = BKDR.elements("elements");
        for (JsonObject expected : BKDR.cases("partition_cases")) {
            long factor = TWO_TO_32 / expected.get("max_partition_size").getAsLong();
            int servers = expected.get("n_redis").getAsInt();
            String name = expected.get("php_key_arg").getAsString();
            List<Explained> found = Explained.all(
                    elements,
                    options(
                            "bkdr",
                            "--bits",
                            factor * expected.get("m").getAsLong(),
                            "--hashes",
                            expected.get("k"),
                            "--name",
                            name,
                            "--redis",
                            "redis://192.0.2.1" + ",redis://192.0.2.2".repeat(servers - 1)));
            JsonArray position = expected.getAsJsonArray("position");
            assertEquals(position.size(), found.size());
            for (int i = 0; i < found.size(); i++) {
                JsonArray crcServerKey = position.get(i).getAsJsonArray();
                assertEquals(crcServerKey.get(1).getAsInt(), found.get(i).server());
                assertEquals(crcServerKey.get(2).getAsString(), found.get(i).key());
                assertEquals(found.get(i).key(), name + "." + found.get(i).partition());
            }
            long partitions = found.stream().map(Explained::key).distinct().count();
            assertEquals(expected.get("n_partitions").getAsLong(), partitions);
        }
    }

    /** The remainders of a hash by the largest modulus and by a prime determine all of its 64 bits. */
    @Test
    void goZeroHashes() {
        List<byte[]> elements = GO_ZERO.elements("elements");
        for (long bits : new long[] {TWO_TO_32, 4294967291L}) {
            List<List<Long>> remainders = new ArrayList<>();
            for (JsonElement hashes : GO_ZERO.root().getAsJsonArray("sum64")) {
                remainders.add(hashes.getAsJsonArray().asList().stream()
                        .map(hash -> remainder(hash.getAsBigInteger(), bits))
                        .toList());
            }
            assertEquals(remainders, Explained.offsets(elements, options("go-zero", "--bits", bits)));
        }
    }

    @Test
    void goZeroLocations() {
        List<byte[]> all = GO_ZERO.elements("elements");
        for (JsonObject expected : GO_ZERO.cases("location_cases")) {
            List<byte[]> elements = new ArrayList<>();
            GoldenFile.numbers(expected.get("els")).forEach(index -> elements.add(all.get(index.intValue())));
            List<Explained> found =
                    Explained.all(elements, options("go-zero", "--bits", expected.get("bits"), "--name", "app:{seen}"));
            assertEquals(
                    lists(expected.get("locations")),
                    found.stream().map(Explained::offsets).toList());
            found.forEach(line -> assertEquals("app:{seen}", line.key()));
        }
    }

    @Test
    void guavaHelperOffsets() {
        for (JsonObject expected : HELPER.cases("grid")) {
            String[] size = options("guava-helper", "--capacity", expected.get("n"), "--fpp", expected.get("p"));
            assertEquals(1, expected.get("string_idx_step").getAsInt());
            assertEquals(lists(expected.get("string")), Explained.offsets(HELPER.elements("string_elements"), size));
            assertEquals(
                    lists(expected.get("int")),
                    Explained.offsets(HELPER.littleEndian("int_elements", Integer.BYTES), size));
            assertEquals(
                    lists(expected.get("long")),
                    Explained.offsets(HELPER.littleEndian("long_elements", Long.BYTES), size));
        }
    }

    /** Where the original divides by zero, or makes up offsets of a filter that cannot be, there is a message. */
    @Test
    void guavaHelperSizesThatCannotBe() {
        for (JsonObject odd : HELPER.cases("degenerate_parameters")) {
            assertRefused("guava-helper", odd.get("n"), odd.get("p"));
        }
    }

    @Test
    void guavaBits() {
        for (JsonObject expected : GUAVA.cases("element_cases")) {
            assertEquals(1, expected.get("idx_step").getAsInt());
            List<byte[]> elements = switch (expected.get("funnel").getAsString()) {
                case "string_utf8" -> GUAVA.elements("string_elements");
                case "unencoded_chars" -> GUAVA.units("string_elements");
                case "integer" -> GUAVA.littleEndian("int_elements", Integer.BYTES);
                default -> GUAVA.littleEndian("long_elements", Long.BYTES);
            };
            String layout = expected.get("strategy").getAsString().replace("MURMUR128_MITZ_", "guava-");
            assertEquals(
                    lists(expected.get("set_bits")),
                    Explained.bits(
                            elements, options(layout, "--capacity", expected.get("n"), "--fpp", expected.get("p"))));
        }
    }

    @Test
    void guavaHashesPerElement() {
        List<byte[]> empty = List.of(new byte[0]);
        for (JsonObject row : GUAVA.cases("parameter_table")) {
            if (row.get("k").getAsJsonPrimitive().isString()) {
                assertRefused("guava-64", row.get("n"), row.get("p"));
            } else {
                String[] size = options("guava-64", "--capacity", row.get("n"), "--fpp", row.get("p"));
                assertEquals(
                        row.get("k").getAsInt(),
                        Explained.offsets(empty, size).get(0).size());
            }
        }
    }

    @Test
    void redissonBits() {
        for (JsonObject expected : REDISSON.cases("element_cases")) {
            assertEquals(1, expected.get("idx_step").getAsInt());
            assertEquals(
                    lists(expected.get("set_bits")),
                    Explained.bits(
                            redissonElements(expected.get("codec").getAsString()),
                            options("redisson", "--capacity", expected.get("n"), "--fpp", expected.get("p"))));
        }
    }

    /** The first two offsets are the remainders of h1 and h1 + h2 by the largest modulus. */
    @Test
    void redissonHashes() {
        long bits = TWO_TO_32 - 2;
        for (JsonObject encoding : REDISSON.cases("encodings")) {
            List<List<Long>> expected = new ArrayList<>();
            for (JsonElement hash : encoding.getAsJsonArray("hash128")) {
                long h1 = hash.getAsJsonArray().get(0).getAsLong();
                long h2 = hash.getAsJsonArray().get(1).getAsLong();
                expected.add(List.of((h1 & Long.MAX_VALUE) % bits, (h1 + h2 & Long.MAX_VALUE) % bits));
            }
            assertEquals(
                    expected,
                    Explained.offsets(
                            redissonElements(encoding.get("codec").getAsString()),
                            options("redisson", "--bits", bits, "--hashes", 2)));
        }
    }

    @Test
    void redissonOrder() {
        List<byte[]> texts = new ArrayList<>();
        List<JsonObject> all = REDISSON.cases("string_elements");
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).has("s")) {
                texts.add(REDISSON.elements("string_elements").get(i));
            }
        }
        for (JsonObject expected : REDISSON.cases("ordered_cases")) {
            List<List<Long>> order = lists(expected.get("setbit_order"));
            assertEquals(
                    order,
                    Explained.offsets(
                            texts.subList(0, order.size()),
                            options("redisson", "--capacity", expected.get("n"), "--fpp", expected.get("p"))));
        }
    }

    @Test
    void redissonKeys() {
        for (JsonObject expected : REDISSON.cases("key_names")) {
            String[] named = options(
                    "redisson",
                    "--capacity",
                    100,
                    "--name",
                    expected.get("name").getAsString());
            Explained found = Explained.all(List.of(new byte[] {1}), named).get(0);
            assertEquals(expected.get("bits_key").getAsString(), found.key());
            assertEquals(0, found.server());
        }
    }

    private static List<byte[]> redissonElements(String codec) {
        for (JsonObject encoding : REDISSON.cases("encodings")) {
            if (encoding.get("codec").getAsString().equals(codec) && encoding.has("encoded_hex")) {
                return encoding.getAsJsonArray("encoded_hex").asList().stream()
                        .map(hex -> HexFormat.of().parseHex(hex.getAsString()))
                        .toList();
            }
        }
        String type = codec.substring(codec.indexOf('/') + 1);
        return REDISSON.elements(
                switch (type) {
                    case "String" -> "string_elements";
                    case "Integer" -> "int_elements";
                    default -> "long_elements";
                });
    }

    private static void assertRefused(String layout, JsonElement capacity, JsonElement rate) {
        List<String> arguments = new ArrayList<>(List.of("explain"));
        arguments.addAll(List.of(options(layout, "--capacity", capacity, "--fpp", rate)));
        Run refused = Run.withInput("00\n", arguments.toArray(new String[0]));
        assertEquals(2, refused.exitCode(), refused::toString);
        assertEquals("", refused.text());
        assertTrue(refused.err().startsWith("bloom: "), refused::toString);
    }

    private static String[] options(String layout, Object... further) {
        List<String> options = new ArrayList<>(List.of("--layout", layout));
        for (Object option : further) {
            options.add(option instanceof JsonElement number ? number.getAsString() : option.toString());
        }
        return options.toArray(new String[0]);
    }

    private static long remainder(BigInteger number, long modulus) {
        return number.mod(BigInteger.valueOf(modulus)).longValueExact();
    }

    private static List<List<Long>> lists(JsonElement array) {
        List<List<Long>> lists = new ArrayList<>();
        array.getAsJsonArray().forEach(list -> lists.add(GoldenFile.numbers(list)));
        return lists;
    }
}
