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
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "wire-format.md")).stream()
                .filter(line -> line.matches("[a-z]+-v\\d+ +(\"\"|[0-9a-f]+) +[0-9a-f]{16} [0-9a-f]{16} .*"))
                .toList();
        assertEquals(7, rows.size());
        Set<String> layouts = new HashSet<>();
        for (String row : rows) {
            String[] layoutAndVector = row.split(" +", 2);
            layouts.add(layoutAndVector[0]);
            GoldenVector.parse(layoutAndVector[1]).assertHolds(Layouts.get(layoutAndVector[0]));
        }
        assertEquals(Set.of(Layouts.CLASSIC, Layouts.BLOCKED), layouts);
    }
}
