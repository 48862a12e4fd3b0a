package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The frozen formulas of all native layouts, against vectors that a program without common code has computed. */
class GoldenVectorsTest {

    private static final Path FILE = Path.of("../docs/vectors.json");

    /** The file; what it says of stored filters is tested with the engine. */
    private record Vectors(String key, List<Vector> offsets) {}

    /** An element, its hash, a shape, and where its bits are. */
    private record Vector(
            String layout,
            String hash,
            String element,
            String h1,
            String h2,
            long m,
            int k,
            int P,
            int partition,
            long[] offsets) {}

    private static Vectors vectors() throws IOException {
        try (Reader file = Files.newBufferedReader(FILE)) {
            return new Gson().fromJson(file, Vectors.class);
        }
    }

    static List<Vector> offsets() throws IOException {
        return vectors().offsets();
    }

    @ParameterizedTest
    @MethodSource("offsets")
    void elementsHaveTheseBits(Vector vector) throws IOException {
        ElementHash hash = vector.hash().equals(ElementHash.SIPHASH)
                ? ElementHash.keyed(vectors().key())
                : ElementHash.murmur3();
        byte[] element = HexFormat.of().parseHex(vector.element());
        long[] first = new long[1];
        assertEquals(vector.h2(), HexFormat.of().toHexDigits(hash.hash(element, element.length, first, 0)));
        assertEquals(vector.h1(), HexFormat.of().toHexDigits(first[0]));
        Geometry geometry = new Geometry(vector.m(), vector.k(), vector.P());
        long[] located = new long[vector.k()];
        Layout layout = Layouts.get(vector.layout()).withHash(hash);
        assertEquals(vector.partition(), layout.locate(element, element.length, geometry, located, 0));
        assertArrayEquals(vector.offsets(), located);
    }

    @Test
    void eachLayoutHasVectorsOfBothHashes() throws IOException {
        Map<String, Long> counts = vectors().offsets().stream()
                .collect(Collectors.groupingBy(vector -> vector.layout() + " " + vector.hash(), Collectors.counting()));
        assertEquals(8, counts.size());
        assertTrue(counts.values().stream().allMatch(count -> count >= 60), counts::toString);
    }

    /** The page prints some of them. */
    @Test
    void thePagePrintsVectorsOfTheFile() throws IOException {
        String page = Files.readString(Path.of("../docs/wire-format.md")).replaceAll("\n +(?=\\d+,)", " ");
        List<String> rows = page.lines()
                .filter(line -> line.matches("[a-z]+-v\\d+ [a-z0-9-]+ +[0-9a-f]+ +[0-9a-f]{16} [0-9a-f]{16} .*"))
                .map(line -> line.replaceAll(" +", " "))
                .toList();
        assertEquals(4, rows.size());
        List<String> all = vectors().offsets().stream()
                .map(vector -> "%s %s %s %s %s %d %d %d %d %s"
                        .formatted(
                                vector.layout(),
                                vector.hash(),
                                vector.element(),
                                vector.h1(),
                                vector.h2(),
                                vector.m(),
                                vector.k(),
                                vector.P(),
                                vector.partition(),
                                joined(vector.offsets())))
                .toList();
        rows.forEach(row -> assertTrue(all.contains(row), row));
    }

    private static String joined(long[] offsets) {
        return Arrays.stream(offsets).mapToObj(Long::toString).collect(Collectors.joining(","));
    }
}
