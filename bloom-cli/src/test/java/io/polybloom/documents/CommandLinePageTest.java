package io.polybloom.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.cli.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The promises of the documents about the command line and about the filters that a reader makes first. */
class CommandLinePageTest {

    private static final Pattern SECTION =
            Pattern.compile("^### (.+?)$(.*?)(?=^##|\\z)", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern FIRST_FILTER =
            Pattern.compile("\\.capacity\\(([\\d_]+)\\).*?\\.falsePositiveRate\\(([\\d.e-]+)\\)", Pattern.DOTALL);

    private final String page = Page.of(Path.of("docs", "command-line.md")).text();

    @Test
    void everyCommandIsShownAtWork() {
        Map<String, String> sections = new TreeMap<>();
        Matcher found = SECTION.matcher(page);
        while (found.find()) {
            for (String command : found.group(1).split(", ")) {
                sections.put(command, found.group(2));
            }
        }
        Set<String> commands = new TreeSet<>(Run.commands());
        commands.remove("help");
        assertTrue(commands.size() > 20, commands::toString);
        for (String command : commands) {
            String section = sections.getOrDefault(command, "");
            assertTrue(section.contains("./bloom " + command), () -> command + " has no example: " + section);
        }
    }

    @Test
    void everyExitCodeAndEveryGuaranteeIsThere() {
        for (String code : List.of("0", "1", "2", "3", "129, 130, 143", "141")) {
            assertTrue(page.contains("\n| " + code + " |"), code);
        }
        for (String order : List.of("(default)", "`--at-least-once`", "`--writer NAME`")) {
            assertTrue(page.contains(order + " |"), order);
        }
        for (String promise : List.of("*Start.*", "*Disk.*")) {
            assertTrue(page.contains(promise), promise);
        }
    }

    /** A reader who tries it must not fill a server. */
    @Test
    void theFirstFilterTakesMegabytes() {
        for (String name : List.of("README.md", "docs/getting-started.md")) {
            Matcher filter = FIRST_FILTER.matcher(Page.of(Path.of(name)).text());
            assertTrue(filter.find(), name);
            long capacity = Long.parseLong(filter.group(1).replace("_", ""));
            double rate = Double.parseDouble(filter.group(2));
            FilterSpec spec = FilterSpec.named("first")
                    .capacity(capacity)
                    .falsePositiveRate(rate)
                    .build();
            assertEquals(0, spec.geometry(1).totalBits() / 8 / 100_000_000, name);
        }
    }
}
