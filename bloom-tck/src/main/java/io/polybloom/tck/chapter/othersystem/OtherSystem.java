package io.polybloom.tck.chapter.othersystem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterSpec;
import io.polybloom.tck.server.RespClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The data that the program of another system has written: bits that were read back from Redis, never computed here.
 *
 * @param layout the id of the layout
 * @param bits m
 * @param hashes k
 * @param elements the bits of each element
 */
record OtherSystem(String layout, long bits, int hashes, Map<String, int[]> elements) {

    private static final String FILE = "other-systems.txt";

    /** Returns the systems whose filters fit under one key. */
    static List<OtherSystem> underOneKey() {
        return read().stream().filter(system -> system.bits < 1L << 32).toList();
    }

    /** Returns a filter so large that it has several keys, of which only the first bits are set. */
    static OtherSystem underManyKeys() {
        return read().stream()
                .filter(system -> system.bits > 1L << 32)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the system with a layout, under one key. */
    static OtherSystem of(String layout) {
        return underOneKey().stream()
                .filter(system -> system.layout.equals(layout))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the specification of a filter as it was written. */
    FilterSpec spec(String name) {
        return FilterSpec.named(name).layout(layout).bits(bits).hashes(hashes).build();
    }

    List<String> words() {
        return List.copyOf(elements.keySet());
    }

    /** Returns the key of the bits of a filter that fits under one key. */
    String key(String name) {
        return layout.equals("bkdr") ? name + ".0" : name;
    }

    /** Verifies that a string has the bits of some elements and no others. */
    void assertBits(RespClient redis, String key, List<String> words) {
        BitSet expected = new BitSet();
        for (String word : words) {
            Arrays.stream(elements.get(word)).forEach(expected::set);
        }
        byte[] string = (byte[]) redis.call("GET", key);
        assertEquals(expected, bits(string == null ? new byte[0] : string), key);
        assertEquals((expected.length() + 7) / 8, string == null ? 0 : string.length, "the length of " + key);
    }

    private static BitSet bits(byte[] string) {
        BitSet bits = new BitSet();
        for (int bit = 0; bit < string.length * 8; bit++) {
            bits.set(bit, (string[bit / 8] & 128 >> bit % 8) != 0);
        }
        return bits;
    }

    private static List<OtherSystem> read() {
        Map<String, OtherSystem> systems = new LinkedHashMap<>();
        try (BufferedReader file = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(OtherSystem.class.getResourceAsStream(FILE)), StandardCharsets.UTF_8))) {
            for (String line = file.readLine(); line != null; line = file.readLine()) {
                if (!line.startsWith("#")) {
                    add(line.split(" "), systems);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return new ArrayList<>(systems.values());
    }

    private static void add(String[] fields, Map<String, OtherSystem> systems) {
        String hex = fields[3].equals("-") ? "" : fields[3];
        int[] bits =
                Arrays.stream(fields[4].split(",")).mapToInt(Integer::parseInt).toArray();
        systems.computeIfAbsent(
                        fields[0] + fields[1],
                        first -> new OtherSystem(
                                fields[0],
                                Long.parseLong(fields[1]),
                                Integer.parseInt(fields[2]),
                                new LinkedHashMap<>()))
                .elements
                .put(new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8), bits);
    }
}
