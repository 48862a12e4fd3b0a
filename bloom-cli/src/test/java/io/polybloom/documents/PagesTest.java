package io.polybloom.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links lead somewhere, and two pages stay short. */
class PagesTest {

    private static final int MOST_LINES_OF_THE_README = 150;
    private static final int MOST_LINES_OF_THE_FIGURES = 250;

    @Test
    void everyLinkLeadsToAFileAndToAHeadingOfIt() throws IOException {
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (Page page : Page.all()) {
            for (String link : page.links()) {
                if (!link.contains("://")) {
                    links++;
                    if (!leadsSomewhere(page, link)) {
                        dead.add(page.path() + ": " + link);
                    }
                }
            }
        }
        assertEquals(List.of(), dead);
        assertTrue(links > 100, "links are found: " + links);
    }

    /** A user copies the version from the README, and gets what the build has installed. */
    @Test
    void theVersionsOnThePagesAreThoseOfTheBuild() throws IOException {
        Matcher pom = Pattern.compile("<artifactId>polybloom-parent</artifactId>\\s*<version>([^<]+)</version>")
                .matcher(Files.readString(Path.of("..", "pom.xml")));
        assertTrue(pom.find());
        Pattern version = Pattern.compile(
                "<artifactId>bloom-[^\\n]*\\n\\s*<version>([^<]+)</version>|io\\.polybloom:[\\w-]+:([^\"]+)\"");
        int versions = 0;
        for (Page page : Page.all()) {
            Matcher found = version.matcher(page.text());
            while (found.find()) {
                versions++;
                String named = found.group(1) == null ? found.group(2) : found.group(1);
                assertEquals(pom.group(1), named, page.path().toString());
            }
        }
        assertTrue(versions >= 2, "versions are found: " + versions);
    }

    /** One page says what works with what; the README, the build and the check say the same. */
    @Test
    void theCompatibilityPageSaysWhatTheBuildDoes() throws IOException {
        String page = Page.of(Path.of("docs", "compatibility.md")).text();
        String pom = Files.readString(Page.ROOT.resolve("pom.xml"));
        List<String> facts = new ArrayList<>();
        facts.add("Java " + only("<maven.compiler.release>(\\d+)<", pom) + " or later");
        for (String line : "3 4 newest".split(" ")) {
            facts.add(only("<spring-boot-" + line + ".version>(\\d+\\.\\d+)\\.", pom));
        }
        Matcher adapter = Pattern.compile("(?m)^\\| (`bloom-\\w+` \\| [A-Z][^|]* \\|)")
                .matcher(Page.of(Path.of("README.md")).text());
        while (adapter.find()) {
            facts.add("| " + adapter.group(1));
        }
        Matcher server = Pattern.compile("(?m)^(redis|valkey)-([\\d.]+) ")
                .matcher(Files.readString(Page.ROOT.resolve(".ci/servers.pins")));
        while (server.find()) {
            facts.add((server.group(1).equals("redis") ? "Redis " : "Valkey ") + server.group(2));
        }
        try (Stream<Path> stored =
                Files.list(Page.ROOT.resolve("bloom-engine/src/test/resources/io/polybloom/compatibility/0.1.0"))) {
            stored.forEach(file -> facts.add("`" + file.getFileName() + "`"));
        }
        assertTrue(facts.size() > 20, facts.toString());
        assertEquals(
                List.of(), facts.stream().filter(fact -> !page.contains(fact)).toList());
    }

    private static String only(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertTrue(found.find(), pattern);
        return found.group(1);
    }

    @Test
    void aDeadLinkIsFound() {
        Page page = new Page(Path.of("docs/page.md"), "## A heading\n[here](#a-heading) [there](../README.md#try-it)");
        assertEquals(List.of("#a-heading", "../README.md#try-it"), page.links());
        assertTrue(leadsSomewhere(page, "#a-heading"));
        assertTrue(leadsSomewhere(page, "../README.md#try-it"));
        assertTrue(!leadsSomewhere(page, "#another-heading"));
        assertTrue(!leadsSomewhere(page, "../README.md#another-heading"));
        assertTrue(!leadsSomewhere(page, "README.md"), "it lies in another folder");
    }

    /** Every page is found by somebody who begins with the README. */
    @Test
    void everyPageOfTheDocumentationIsLinkedTo() throws IOException {
        List<Path> linked = new ArrayList<>();
        for (Page page : Page.all()) {
            for (String link : page.links()) {
                linked.add(target(page, link));
            }
        }
        for (Page page : Page.all()) {
            if (page.path().startsWith("docs")) {
                assertTrue(linked.contains(page.path()), page.path() + " is linked to");
            }
        }
    }

    @Test
    void theReadmeAndThePageOfFiguresAreShort() {
        assertEquals(List.of(), longerThan(MOST_LINES_OF_THE_README, Path.of("README.md")));
        assertEquals(List.of(), longerThan(MOST_LINES_OF_THE_FIGURES, Path.of("docs", "performance.md")));
    }

    private static List<String> longerThan(int most, Path path) {
        long lines = Page.of(path).text().lines().count();
        return lines <= most ? List.of() : List.of(path + ": " + lines + " lines");
    }

    @Test
    void theCommandsThatTheReadmeBeginsWithAreThere() {
        String readme = Page.of(Path.of("README.md")).text();
        for (String command : List.of("bloom", "mvnw")) {
            assertTrue(readme.contains("    ./" + command), command);
            assertTrue(Files.isExecutable(Page.ROOT.resolve(command)), command);
        }
    }

    private static boolean leadsSomewhere(Page page, String link) {
        int hash = link.indexOf('#');
        Path target = target(page, link);
        if (!Files.exists(Page.ROOT.resolve(target))) {
            return hash == 0 && page.anchors().contains(link.substring(1));
        }
        return hash < 0 || (hash == 0 ? page : Page.of(target)).anchors().contains(link.substring(hash + 1));
    }

    private static Path target(Page page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        return file.isEmpty() ? page.path() : page.path().resolveSibling(file).normalize();
    }
}
