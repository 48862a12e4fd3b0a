package io.polybloom.tck.rule;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The page {@code docs/rules.md}, which has the text of each rule. The kit carries a copy of it. */
final class RulesPage {

    private static final String TEXT = read();

    private RulesPage() {}

    /**
     * Finds a part of the page.
     *
     * @param pattern a regular expression, in which ^ begins a line
     * @throws IllegalStateException if the page has no such part
     */
    static MatchResult find(String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(TEXT)
                .results()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("docs/rules.md has no part that looks like " + pattern));
    }

    private static String read() {
        try {
            return Resources.toString(Resources.getResource(RulesPage.class, "rules.md"), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
