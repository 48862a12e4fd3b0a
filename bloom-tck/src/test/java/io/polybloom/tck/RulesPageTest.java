package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RulesPageTest {

    /** The system property that writes the page instead of comparing it, when its value is {@code write}. */
    private static final String PROPERTY = "bloom.tck.docs";

    private static final Path PAGE = Path.of("..", "docs", "rules.md");

    @Test
    void thePageIsUpToDate() throws IOException {
        String expected = RulesPage.text();
        if ("write".equals(System.getProperty(PROPERTY))) {
            Files.writeString(PAGE, expected);
        }
        assertEquals(
                expected,
                Files.readString(PAGE),
                "docs/rules.md is stale: run this test with -D" + PROPERTY + "=write and commit the page");
    }
}
