package io.polybloom.cli.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.Gson;
import io.polybloom.cli.Run;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A line of {@code explain}. */
record Explained(String hex, int server, int partition, String key, List<Long> offsets) {

    private static final Gson GSON = new Gson();

    static Explained parse(String line) {
        return GSON.fromJson(line, Explained.class);
    }

    /** Explains elements, one line for each. */
    static List<Explained> all(List<byte[]> elements, String... options) {
        StringBuilder hex = new StringBuilder();
        elements.forEach(
                element -> hex.append(HexFormat.of().formatHex(element)).append('\n'));
        List<String> arguments = new ArrayList<>(List.of("explain", "--hex"));
        arguments.addAll(List.of(options));
        Run run = Run.withInput(hex.toString(), arguments.toArray(new String[0]));
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals("", run.err());
        List<Explained> lines = run.lines().stream().map(Explained::parse).toList();
        assertEquals(elements.size(), lines.size());
        for (int i = 0; i < lines.size(); i++) {
            assertEquals(HexFormat.of().formatHex(elements.get(i)), lines.get(i).hex());
        }
        return lines;
    }

    static List<List<Long>> offsets(List<byte[]> elements, String... options) {
        return all(elements, options).stream().map(Explained::offsets).toList();
    }

    /** The offsets of each element as a set of bits. */
    static List<List<Long>> bits(List<byte[]> elements, String... options) {
        return offsets(elements, options).stream()
                .map(offsets -> offsets.stream().sorted().distinct().toList())
                .toList();
    }
}
