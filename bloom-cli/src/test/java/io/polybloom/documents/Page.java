package io.polybloom.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of Markdown that users read.
 *
 * @param path relative to the root of the project
 */
record Page(Path path, String text) {

    /** The root of the project, as the tests of a module see it. */
    static final Path ROOT = Path.of("..");

    private static final Pattern BLOCK = Pattern.compile("^```.*?^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    /** Returns all pages of the project, in the order of their names. */
    static List<Page> all() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .map(ROOT::relativize)
                    .filter(Page::isSource)
                    .sorted()
                    .map(Page::of)
                    .toList();
        }
    }

    static Page of(Path path) {
        try {
            return new Page(path, Files.readString(ROOT.resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSource(Path path) {
        for (Path part : path) {
            if (part.toString().equals("target")) {
                return false;
            }
        }
        return true;
    }

    /** Returns the blocks of code in a language. */
    List<String> blocks(String language) {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** Returns the blocks of Java that name their imports, so that they are complete. */
    List<String> programs() {
        return blocks("java").stream()
                .filter(block -> block.startsWith("import "))
                .toList();
    }

    /** Returns the number of blocks of Java that are not complete: a file with a package is a test of its module. */
    long sketches() {
        return blocks("java").stream()
                .filter(block -> !block.startsWith("import ") && !block.startsWith("package "))
                .count();
    }

    /** Returns the targets of all links outside blocks of code. */
    List<String> links() {
        Matcher links = LINK.matcher(prose());
        List<String> targets = new ArrayList<>();
        while (links.find()) {
            targets.add(links.group(1));
        }
        return targets;
    }

    /** Returns the anchors of the headings, as GitHub makes them. */
    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        Matcher headings = HEADING.matcher(prose());
        while (headings.find()) {
            String anchor = headings.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int copies = 0;
            while (!anchors.add(copies == 0 ? anchor : anchor + "-" + copies)) {
                copies++;
            }
        }
        return anchors;
    }

    private String prose() {
        return BLOCK.matcher(text).replaceAll("");
    }
}
