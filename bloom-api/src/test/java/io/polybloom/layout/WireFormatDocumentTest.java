package io.polybloom.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.dynatrace.hash4j.hashing.HashValue128;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The golden vectors that the document prints are those of the code. */
class WireFormatDocumentTest {

    @Test
    void printsVectorsThatHold() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "wire-format.md")).stream()
                .filter(line -> line.matches("(\"\"|[0-9a-f]+) +[0-9a-f]{16} [0-9a-f]{16} .*"))
                .toList();
        assertEquals(5, rows.size());
        for (String row : rows) {
            String[] fields = row.split(" +");
            byte[] element = HexFormat.of().parseHex(fields[0].replace("\"\"", ""));
            HashValue128 hash = IndexFamily.hash(element, element.length);
            assertEquals(fields[1], HexFormat.of().toHexDigits(hash.getLeastSignificantBits()));
            assertEquals(fields[2], HexFormat.of().toHexDigits(hash.getMostSignificantBits()));
            Geometry geometry =
                    new Geometry(Long.parseLong(fields[3]), Integer.parseInt(fields[4]), Integer.parseInt(fields[5]));
            long[] offsets = new long[geometry.hashes()];
            int partition = Layouts.get(Layouts.CLASSIC).locate(element, element.length, geometry, offsets, 0);
            List<String> printed = new ArrayList<>();
            for (long offset : offsets) {
                printed.add(Long.toString(offset));
            }
            assertEquals(fields[6] + " " + fields[7], partition + " " + String.join(",", printed));
        }
    }
}
