package io.polybloom.tck.rule;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A promise that every backend keeps. All rules are on the page {@code docs/rules.md}, of which the kit carries a copy.
 * Numbers are never reused: a dropped rule leaves a gap, and a new rule goes to the end of its chapter.
 *
 * <p>A test is bound to its rule by an annotation, {@code @Checks("1.01")}; a rule without a test fails the build of
 * the kit.
 *
 * @param id its number, such as {@code "1.03"}: the chapter and the number within the chapter
 * @param chapter the heading of its chapter, such as {@code "1. Membership"}
 * @param sentence the rule itself
 * @param check where to look if a backend breaks it
 */
public record Rule(String id, String chapter, Level level, Kind kind, String sentence, String check) {

    /** The level of a rule. A violation of either level fails a test. */
    public enum Level {
        /** A backend that breaks it is not compatible. */
        MUST,
        /** A backend that breaks it is compatible, but worse than it could be. */
        SHOULD
    }

    /** How a rule is decided. */
    public enum Kind {
        /** A failure is a violation. */
        DETERMINISTIC,
        /**
         * A measurement; its test states the probability that it fails for a correct backend, less than one in a
         * million.
         */
        STATISTICAL
    }

    private static final Pattern CHAPTER_OR_RULE = Pattern.compile("""
            ^## (?<chapter>.+)\
            |^### (?<id>\\S+) (?<level>MUST|SHOULD)(?<statistical>, statistical)?\\n\\n\
            (?<sentence>(?:.+\\n)+)\\n\
            \\*Intent:\\* (?:.+\\n)+\
            \\*If it fails, check\\* (?<check>(?:.+\\n)+)""", Pattern.MULTILINE);

    private static final List<Rule> ALL = read();

    /** Returns all rules in the order of their numbers. */
    public static List<Rule> all() {
        return ALL;
    }

    /**
     * Returns the rule with a number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Rule of(String id) {
        return ALL.stream()
                .filter(rule -> rule.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("docs/rules.md has no rule " + id));
    }

    private static List<Rule> read() {
        List<Rule> rules = new ArrayList<>();
        String chapter = "";
        Matcher part = CHAPTER_OR_RULE.matcher(page());
        while (part.find()) {
            if (part.group("chapter") != null) {
                chapter = part.group("chapter");
                continue;
            }
            rules.add(new Rule(
                    part.group("id"),
                    chapter,
                    Level.valueOf(part.group("level")),
                    part.group("statistical") == null ? Kind.DETERMINISTIC : Kind.STATISTICAL,
                    oneLine(part.group("sentence")),
                    oneLine(part.group("check"))));
        }
        return List.copyOf(rules);
    }

    private static String page() {
        try {
            return Resources.toString(Resources.getResource(Rule.class, "rules.md"), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String oneLine(String paragraph) {
        return paragraph.strip().replace('\n', ' ');
    }
}
