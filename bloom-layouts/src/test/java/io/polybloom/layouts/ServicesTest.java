package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServicesTest {

    @Test
    void areFoundByTheirIds() {
        Set<String> expected = new TreeSet<>(LayoutsOfOthers.IDS);
        expected.addAll(
                Set.of(Layouts.BLOCKED, Layouts.WORDS, Layouts.CLASSIC, Layouts.COUNTING, Layouts.SERVER, Layouts.BF));
        assertEquals(expected, Layouts.ids());
        LayoutsOfOthers.IDS.forEach(
                id -> assertEquals(id, LayoutsOfOthers.get(id).id()));
    }

    /** On the module path the descriptor counts, on the class path the file. */
    @Test
    void areTheSameOnBothPaths() throws IOException {
        Set<String> onTheClassPath;
        try (BufferedReader services = new BufferedReader(new InputStreamReader(
                Layout.class.getResourceAsStream("/META-INF/services/" + Layout.class.getName()),
                StandardCharsets.UTF_8))) {
            onTheClassPath = services.lines().collect(Collectors.toSet());
        }
        String module = Files.readString(Path.of("src", "main", "java", "module-info.java"));
        String provided = module.substring(module.indexOf("provides Layout with"));
        assertEquals(
                onTheClassPath,
                Pattern.compile("\\w+Layout\\b")
                        .matcher(provided)
                        .results()
                        .map(name -> "io.polybloom.layouts." + name.group())
                        .collect(Collectors.toSet()));
    }

    @Test
    void sayWhatTheyCanDo() {
        assertEquals(
                Set.of(
                        LayoutCapability.LASTING_BITS,
                        LayoutCapability.READABLE_BITS,
                        LayoutCapability.STORED_PARAMETERS),
                LayoutsOfOthers.get("redisson").capabilities());
        assertEquals(
                Set.of(
                        LayoutCapability.LASTING_BITS,
                        LayoutCapability.READABLE_BITS,
                        LayoutCapability.INDEPENDENT_SERVERS),
                LayoutsOfOthers.get("bkdr").capabilities());
        for (String id : Set.of("guava-64", "guava-32", "guava-helper", "go-zero")) {
            assertEquals(
                    Set.of(LayoutCapability.LASTING_BITS, LayoutCapability.READABLE_BITS),
                    LayoutsOfOthers.get(id).capabilities());
            assertTrue(LayoutsOfOthers.get(id).storedParameters().isEmpty());
        }
    }

    @Test
    void makeSpecificationsOfBitsAndHashes() {
        for (String id : LayoutsOfOthers.IDS) {
            Geometry geometry = FilterSpec.named("some:name{")
                    .layout(id)
                    .bits(6400)
                    .hashes(14)
                    .build()
                    .geometry(1);
            assertEquals(new Geometry(6400, 14, 1), geometry);
        }
        assertEquals(
                14,
                FilterSpec.named("x")
                        .layout("go-zero")
                        .bits(1)
                        .build()
                        .geometry(1)
                        .hashes());
    }

    @Test
    void takeOneServerUnlessTheyKnowMore() {
        BitBudget budget = new BitBudget(6400, 14);
        for (String id : LayoutsOfOthers.IDS) {
            ForeignLayout layout = LayoutsOfOthers.get(id);
            if (layout.capabilities().contains(LayoutCapability.INDEPENDENT_SERVERS)) {
                assertEquals(5, layout.geometry(budget, 5).partitions());
            } else {
                assertThrows(IllegalArgumentException.class, () -> layout.geometry(budget, 5));
            }
        }
    }
}
