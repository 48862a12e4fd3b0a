package io.polybloom.compatibility;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.Gson;
import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.operations.FilterEngine;
import io.polybloom.step.Environment;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The filters in docs/vectors.json, which programs in other languages are tested with, answer as the file says. */
class VectorsTest {

    private record Vectors(List<Filter> filters) {}

    /** A filter as it is stored, and its answers at some times. */
    private record Filter(
            String filter,
            String name,
            Map<String, Map<String, String>> hashes,
            Map<String, String> strings,
            List<Answers> answers) {}

    private record Answers(long time, List<String> present, List<String> absent) {}

    static List<Filter> filters() throws IOException {
        try (Reader file = Files.newBufferedReader(Path.of("../docs/vectors.json"))) {
            return new Gson().fromJson(file, Vectors.class).filters();
        }
    }

    @ParameterizedTest
    @MethodSource("filters")
    void aStoredFilterAnswersAsTheFileSays(Filter stored) {
        for (Answers expected : stored.answers()) {
            BloomFilter<String> filter = open(stored, Instant.ofEpochMilli(expected.time()));
            assertEquals(expected.present(), only(expected.present(), filter, true), stored.filter());
            assertEquals(expected.absent(), only(expected.absent(), filter, false), stored.filter());
        }
    }

    @Test
    void allNativeLayoutsAndForms() throws IOException {
        Set<String> names = filters().stream().map(Filter::filter).collect(Collectors.toSet());
        assertEquals(
                Set.of("classic", "blocked", "words", "counting", "keyed", "partitioned", "grown", "window"), names);
    }

    private static List<String> only(List<String> elements, BloomFilter<String> filter, boolean areIn) {
        return elements.stream()
                .filter(element -> filter.mightContain(element) == areIn)
                .toList();
    }

    private static BloomFilter<String> open(Filter stored, Instant now) {
        Keyspace keys = new MemoryServer(() -> now).keys();
        MemoryServer server = new MemoryServer(keys);
        stored.hashes()
                .forEach((key, fields) ->
                        fields.forEach((field, value) -> server.execute(words("HSET", key, field, value))));
        stored.strings()
                .forEach((key, hex) -> server.execute(
                        List.of(bytes("SET"), bytes(key), HexFormat.of().parseHex(hex))));
        Environment environment = new Environment(1, () -> now, () -> "0303000000000000");
        return new BlockingBloomFilters(new FilterEngine(environment), StoredFiltersTest.on(keys))
                .openExisting(stored.name(), Elements.strings());
    }

    private static List<byte[]> words(String... words) {
        return List.of(words).stream().map(VectorsTest::bytes).toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
