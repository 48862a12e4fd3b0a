package io.polybloom.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds that lines fit a screen. The formatter breaks code, but neither literals nor comments of other files. Only a
 * row of a table in Markdown may be longer, since it cannot be broken.
 */
class LineLengthTest {

    private static final int MOST_COLUMNS = 120;

    private static final Path ROOT = Path.of("..");

    private static final Set<String> SUFFIXES = Set.of("java", "md", "xml", "yml", "yaml", "properties", "kts", "sh");

    /** Files without a suffix that people write: the launcher and the scripts of the check. */
    private static final Set<String> SCRIPTS = Set.of("bloom", "run", "span", "acceptance");

    /** Made by builds and by other programs: their files are not ours. */
    private static final Set<String> FOREIGN_FOLDERS = Set.of("target", ".git", ".mvn", "build", "node_modules");

    @Test
    void noLineIsTooLong() throws IOException {
        List<String> found = new ArrayList<>();
        int files = 0;
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : all.filter(LineLengthTest::isWrittenByHand).toList()) {
                files++;
                found.addAll(tooLong(ROOT.relativize(file).toString(), Files.readAllLines(file)));
            }
        }
        assertTrue(files > 500, "files that were read: " + files);
        assertEquals(List.of(), found);
    }

    @Test
    void aLineThatIsTooLongIsFound() {
        String limit = "x".repeat(MOST_COLUMNS);
        List<String> lines = List.of(limit, limit + "x", "| " + limit + " |");
        assertEquals(List.of("page.md:2"), tooLong("page.md", lines));
        assertEquals(List.of("Type.java:2", "Type.java:3"), tooLong("Type.java", lines));
    }

    private static List<String> tooLong(String name, List<String> lines) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean isRowOfATable = name.endsWith(".md") && line.strip().startsWith("|");
            if (line.codePointCount(0, line.length()) > MOST_COLUMNS && !isRowOfATable) {
                found.add(name + ":" + (i + 1));
            }
        }
        return found;
    }

    private static boolean isWrittenByHand(Path file) {
        for (Path part : ROOT.relativize(file)) {
            if (FOREIGN_FOLDERS.contains(part.toString())) {
                return false;
            }
        }
        String name = file.getFileName().toString();
        String suffix = name.substring(name.lastIndexOf('.') + 1);
        return Files.isRegularFile(file) && (SUFFIXES.contains(suffix) || SCRIPTS.contains(name));
    }
}
