package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** A row of golden numbers: element, h1, h2, m, k, P, partition, offsets. */
record GoldenVector(byte[] element, String h1, String h2, Geometry geometry, int partition, long[] offsets) {

    static GoldenVector parse(String row) {
        String[] fields = row.split(" +");
        return new GoldenVector(
                HexFormat.of().parseHex(fields[0].replaceAll("-|\"\"", "")),
                fields[1],
                fields[2],
                new Geometry(Long.parseLong(fields[3]), Integer.parseInt(fields[4]), Integer.parseInt(fields[5])),
                Integer.parseInt(fields[6]),
                Arrays.stream(fields[7].split(",")).mapToLong(Long::parseLong).toArray());
    }

    /** The key of the vectors of keyed filters. */
    static final ElementHash KEYED = ElementHash.keyed("000102030405060708090a0b0c0d0e0f");

    /** The rows of a golden file. */
    static List<String> rows(String file) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(GoldenVector.class.getResourceAsStream(file + ".txt"), StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    void assertHolds(Layout layout, ElementHash elementHash) {
        long[] first = new long[1];
        assertEquals(h2, HexFormat.of().toHexDigits(elementHash.hash(element, element.length, first, 0)));
        assertEquals(h1, HexFormat.of().toHexDigits(first[0]));
        long[] located = new long[geometry.hashes()];
        assertEquals(partition, layout.withHash(elementHash).locate(element, element.length, geometry, located, 0));
        assertArrayEquals(offsets, located);
    }
}
