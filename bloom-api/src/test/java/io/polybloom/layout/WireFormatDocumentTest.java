package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The golden vectors that the document prints are those of the code. */
class WireFormatDocumentTest {

    @Test
    void printsVectorsThatHold() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "wire-format.md"));
        List<String> rows = page.replaceAll("\n +(?=\\d+,)", " ")
                .lines()
                .filter(line -> line.matches("[a-z]+-v\\d+ [a-z0-9-]+ +(\"\"|[0-9a-f]+) +[0-9a-f]{16} [0-9a-f]{16} .*"))
                .toList();
        assertEquals(16, rows.size());
        Set<String> layouts = new HashSet<>();
        Set<String> hashes = new HashSet<>();
        for (String row : rows) {
            String[] fields = row.split(" +", 3);
            layouts.add(fields[0]);
            hashes.add(fields[1]);
            GoldenVector.parse(fields[2])
                    .assertHolds(
                            Layouts.get(fields[0]),
                            fields[1].equals(ElementHash.SIPHASH) ? GoldenVector.KEYED : ElementHash.murmur3());
        }
        assertEquals(Set.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS, Layouts.COUNTING), layouts);
        assertEquals(Set.of(ElementHash.MURMUR3, ElementHash.SIPHASH), hashes);
    }
}
