package io.polybloom.simulation.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.judge.Allowance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that what docs/why.md names can be run, and that each of its rules names something. */
class WhyPageTest {

    /** An obligation of who writes the source of a rebuild, which no engine can leave out. */
    private static final Set<String> WITHOUT_A_MISTAKE = Set.of("W13");

    private static final String PAGE = read(Path.of("../docs/why.md"));

    @Test
    void everyNameIsThatOfAMistakeOrAnAllowance() {
        Set<String> known = Stream.of(Mistake.values(), Allowance.values())
                .flatMap(Arrays::stream)
                .map(Enum::name)
                .collect(Collectors.toSet());
        Set<String> named = all("`([A-Z]+(?:_[A-Z]+)+)`");
        assertTrue(named.size() > 12, () -> "names: " + named);
        assertTrue(known.containsAll(named), () -> "of these, some are unknown: " + named);
        EnumSet.allOf(Allowance.class).forEach(each -> assertTrue(named.contains(each.name()), each::name));
    }

    @Test
    void everyNamedTestIsThere() throws IOException {
        List<MatchResult> tests =
                Pattern.compile("`(\\w+Test)#(\\w+)`").matcher(PAGE).results().toList();
        assertEquals(2, tests.size());
        for (MatchResult test : tests) {
            try (Stream<Path> files = Files.walk(Path.of("../bloom-engine/src/test/java"))) {
                Path file = files.filter(path -> path.endsWith(test.group(1) + ".java"))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(test.group()));
                assertTrue(read(file).contains("void " + test.group(2) + "("), test::group);
            }
        }
    }

    @Test
    void everyRuleNamesWhatItsScheduleIsFoundBy() {
        Set<String> rules = all("\\*\\*(W\\d+)\\.");
        Set<String> named = all("\\*\\*(W\\d+)\\.[^*]*\\*\\*\\s\\(`");
        named.addAll(WITHOUT_A_MISTAKE);
        assertEquals(16, rules.size());
        assertEquals(rules, named);
    }

    private static Set<String> all(String pattern) {
        return Pattern.compile(pattern)
                .matcher(PAGE)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
