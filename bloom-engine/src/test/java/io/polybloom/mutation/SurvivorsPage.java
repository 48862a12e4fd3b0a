package io.polybloom.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Writes survivors.md beside PIT's report, from that report and the reasons beside this file. Run it in the root of the
 * repository: {@code java bloom-engine/src/test/java/io/polybloom/mutation/SurvivorsPage.java}.
 */
final class SurvivorsPage {

    private static final Path REPORT = Path.of("bloom-engine/target/pit-reports/mutations.xml");
    private static final Path REASONS = Path.of("bloom-engine/src/test/java/io/polybloom/mutation/reasons.txt");
    private static final Path PAGE = Path.of("bloom-engine/target/pit-reports/survivors.md");
    private static final String WITHOUT_REASON = "No reason is known: a test is missing.";

    private SurvivorsPage() {}

    /** A mutant; the method is the one that the source shows, also for a lambda. */
    private record Mutant(String room, String type, String method, String change, String status, boolean isDetected) {

        static Mutant of(Element mutation) {
            String name = text(mutation, "mutatedClass");
            int dot = name.lastIndexOf('.');
            String method = text(mutation, "mutatedMethod").replaceFirst("^lambda\\$(.+)\\$\\d+$", "$1");
            return new Mutant(
                    name.substring(0, dot),
                    name.substring(dot + 1).replace('$', '.'),
                    method.replaceAll("[<>]", ""),
                    text(mutation, "description")
                            .replaceFirst(" for io/polybloom/.*", "")
                            .replaceAll("[a-z0-9]+/", ""),
                    mutation.getAttribute("status"),
                    Boolean.parseBoolean(mutation.getAttribute("detected")));
        }

        private static String text(Element mutation, String tag) {
            return mutation.getElementsByTagName(tag).item(0).getTextContent();
        }

        /** A pattern is {@code Class.method} or {@code Class.method: change}; either name may be {@code *}. */
        boolean matches(String pattern) {
            String[] parts = pattern.split(": ", 2);
            int dot = parts[0].lastIndexOf('.');
            return isOneOf(parts[0].substring(0, dot), type)
                    && isOneOf(parts[0].substring(dot + 1), method)
                    && (parts.length == 1 || change.startsWith(parts[1]));
        }

        private static boolean isOneOf(String asked, String name) {
            return asked.equals("*") || asked.equals(name);
        }
    }

    public static void main(String[] arguments) throws IOException, ParserConfigurationException, SAXException {
        NodeList found = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(REPORT.toFile())
                .getElementsByTagName("mutation");
        List<Mutant> mutants = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            mutants.add(Mutant.of((Element) found.item(i)));
        }
        Files.writeString(PAGE, page(mutants, Files.readAllLines(REASONS)));
    }

    private static String page(List<Mutant> mutants, List<String> reasons) {
        StringBuilder page = new StringBuilder("# Mutants that survive\n\n");
        page.append("Reasons are in `bloom-engine/src/test/java/io/polybloom/mutation/reasons.txt`.\n\n");
        page.append("| package | mutants | killed | timed out | survived | not run | detected |\n");
        page.append("|---|---|---|---|---|---|---|\n");
        Map<String, List<Mutant>> rooms = new TreeMap<>();
        mutants.forEach(mutant ->
                rooms.computeIfAbsent(mutant.room(), room -> new ArrayList<>()).add(mutant));
        rooms.forEach((room, members) -> page.append(row("`" + room + "`", members)));
        page.append(row("all", mutants));
        group(mutants, reasons).forEach((reason, members) -> page.append(section(reason, members)));
        return page.toString();
    }

    private static String row(String title, List<Mutant> mutants) {
        long detected = mutants.stream().filter(Mutant::isDetected).count();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %d | %.1f %% |%n",
                title,
                mutants.size(),
                count(mutants, "KILLED"),
                count(mutants, "TIMED_OUT"),
                count(mutants, "SURVIVED"),
                count(mutants, "NO_COVERAGE"),
                100.0 * detected / mutants.size());
    }

    private static long count(List<Mutant> mutants, String status) {
        return mutants.stream().filter(mutant -> mutant.status().equals(status)).count();
    }

    /** Gives each survivor to the first reason with a pattern that matches it; says which patterns match none. */
    private static Map<String, List<Mutant>> group(List<Mutant> mutants, List<String> reasons) {
        List<Mutant> rest = new ArrayList<>(mutants);
        rest.removeIf(Mutant::isDetected);
        Map<String, List<Mutant>> groups = new LinkedHashMap<>();
        String reason = WITHOUT_REASON;
        for (String line : reasons) {
            if (!line.startsWith(" ")) {
                reason = line;
                continue;
            }
            List<Mutant> matching =
                    rest.stream().filter(mutant -> mutant.matches(line.strip())).toList();
            if (matching.isEmpty()) {
                System.err.println("no survivor matches " + line.strip());
            }
            groups.computeIfAbsent(reason, first -> new ArrayList<>()).addAll(matching);
            rest.removeAll(matching);
        }
        groups.put(WITHOUT_REASON, rest);
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    private static String section(String reason, List<Mutant> members) {
        Map<String, Integer> lines = new TreeMap<>();
        members.forEach(mutant ->
                lines.merge("* `" + mutant.type() + "." + mutant.method() + "`: " + mutant.change(), 1, Integer::sum));
        StringBuilder section = new StringBuilder("\n## " + reason + "\n\n");
        lines.forEach((line, times) -> section.append(line)
                .append(times == 1 ? "" : " (" + times + ")")
                .append('\n'));
        return section.toString();
    }
}
