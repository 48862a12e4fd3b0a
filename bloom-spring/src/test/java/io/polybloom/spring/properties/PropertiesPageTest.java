package io.polybloom.spring.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The documentation of the properties, for people and editors, is complete. */
class PropertiesPageTest {

    private static final Path PAGE = Path.of("..", "docs", "spring-boot.md");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z.-]+)` \\|", Pattern.MULTILINE);

    @Test
    void thePageHasARowForEachPropertyOfAFilterAndForNothingElse() throws IOException {
        String page = Files.readString(PAGE);
        Set<String> rows = new TreeSet<>();
        Matcher row = ROW.matcher(page.substring(page.indexOf("## Properties of a filter")));
        while (row.find()) {
            rows.add(row.group(1));
        }
        Set<String> properties = new TreeSet<>();
        collect("", FilterProperties.class, properties);
        assertEquals(properties, rows);
    }

    @Test
    void thePageNamesEachClient() throws IOException {
        for (ClientKind kind : ClientKind.values()) {
            assertTrue(Files.readString(PAGE).contains("| `" + kind.name().toLowerCase(Locale.ROOT) + "` |"));
        }
    }

    @Test
    void editorsKnowTheProperties() throws IOException {
        try (InputStream metadata = Objects.requireNonNull(
                PropertiesPageTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
            String known = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
            for (String property : List.of(
                    "polybloom.client",
                    "polybloom.client-bean",
                    "polybloom.filters",
                    "polybloom.integration.metadata-store.filter",
                    "polybloom.sample-every",
                    "management.endpoint.bloom.access",
                    "management.health.polybloom.enabled")) {
                assertTrue(known.contains("\"name\": \"" + property + "\""), property);
            }
        }
    }

    private static void collect(String prefix, Class<?> type, Set<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name =
                    prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                collect(name + ".", component.getType(), names);
            } else {
                names.add(name);
            }
        }
    }
}
