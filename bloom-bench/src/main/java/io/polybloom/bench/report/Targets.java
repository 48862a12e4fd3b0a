package io.polybloom.bench.report;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The targets, and what a run has reached of them. {@code targets.txt} says how a line of it is read. */
public final class Targets {

    private static final Splitter COLUMNS = Splitter.on(" | ").trimResults();
    private static final Splitter WORDS = Splitter.on(' ').omitEmptyStrings();

    /** A benchmark, or all of a class by {@code *}, and the parameters that choose its results. */
    private record Choice(String name, Map<String, String> parameters) {

        static Choice of(String text) {
            List<String> words = WORDS.splitToList(text);
            Map<String, String> parameters = new HashMap<>();
            for (String word : words.subList(1, words.size())) {
                int equals = word.indexOf('=');
                parameters.put(word.substring(0, equals), word.substring(equals + 1));
            }
            return new Choice(words.get(0), parameters);
        }

        /** A parameter may have one of several values, as in {@code call=100|1000}. */
        boolean fits(Measured result) {
            boolean isNamed = name.endsWith("*")
                    ? result.name().startsWith(name.substring(0, name.length() - 1))
                    : result.name().equals(name);
            return isNamed
                    && result.parameter(Measured.BUILD).isEmpty()
                    && parameters.entrySet().stream()
                            .allMatch(entry -> result.parameter(entry.getKey())
                                    .filter(List.of(entry.getValue().split("\\|"))::contains)
                                    .isPresent());
        }

        /** Returns the result of this choice that has the other parameters of the given one, and does the same. */
        Optional<Measured> like(Measured result, List<Measured> results) {
            return results.stream()
                    .filter(this::fits)
                    .filter(other -> !name.endsWith("*") || other.operation().equals(result.operation()))
                    .filter(other -> other.parameters().entrySet().stream()
                            .allMatch(entry -> parameters.containsKey(entry.getKey())
                                    || !result.parameters().containsKey(entry.getKey())
                                    || entry.getValue()
                                            .equals(result.parameters().get(entry.getKey()))))
                    .findFirst();
        }
    }

    /** A line of the file. */
    private record Target(
            String title, String figure, Choice measured, Optional<Choice> against, boolean isLeast, double limit) {

        static Target of(String line) {
            List<String> columns = COLUMNS.splitToList(line.replace(" | | ", " |  | "));
            List<String> bound = WORDS.splitToList(columns.get(4));
            return new Target(
                    columns.get(0),
                    columns.get(1),
                    Choice.of(columns.get(2)),
                    Optional.of(columns.get(3)).filter(text -> !text.isEmpty()).map(Choice::of),
                    bound.get(0).equals(">="),
                    Double.parseDouble(bound.get(1)));
        }

        /** Returns the worst figure of the results; empty if none has been measured. */
        Optional<Figure> judge(List<Measured> results) {
            return results.stream()
                    .filter(measured::fits)
                    .flatMap(result -> figure(result, results).stream())
                    .reduce((one, other) -> (one.median() < other.median()) == isLeast ? one : other);
        }

        private Optional<Figure> figure(Measured result, List<Measured> results) {
            Optional<Measured> base = against.flatMap(choice -> choice.like(result, results));
            if (against.isPresent() && base.isEmpty()) {
                return Optional.empty();
            }
            return switch (figure) {
                case "speed" -> Optional.of(base.map(result::speedUp).orElseGet(result::perSecond));
                case "time" -> base.map(other -> other.speedUp(result));
                case "server" -> metric(result, base, "server.time");
                default -> metric(result, base, "gc.alloc.rate.norm");
            };
        }

        private static Optional<Figure> metric(Measured result, Optional<Measured> base, String name) {
            double[] values = result.metrics().get(name);
            if (values == null) {
                return Optional.empty();
            }
            return Optional.of(
                    base.map(other -> Figure.ofRatios(values, other.metrics().get(name)))
                            .orElseGet(() -> Figure.of(values)));
        }

        boolean isReachedBy(Figure found) {
            return isLeast ? found.median() >= limit : found.median() <= limit;
        }

        String bound() {
            return (isLeast ? "at least " : "at most ") + inUnit(limit);
        }

        String inUnit(double number) {
            String unit = against.isPresent() ? "x" : "";
            return String.format(Locale.ROOT, limit >= 1000 ? "%,.0f" : limit < 2 ? "%.3f" : "%.2f", number) + unit;
        }
    }

    private final Table table = new Table("targets", List.of("target", "must be", "measured", "turns", ""));
    private final List<String> missed = new ArrayList<>();
    private int measured;

    private Targets() {}

    /** Judges the results of a run. */
    public static Targets of(List<Measured> results) {
        Targets targets = new Targets();
        for (Target target : all()) {
            target.judge(results).ifPresent(figure -> targets.add(target, figure));
        }
        return targets;
    }

    private static List<Target> all() {
        try (InputStream lines = Targets.class.getResourceAsStream("targets.txt")) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Target::of)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void add(Target target, Figure figure) {
        measured++;
        boolean isReached = target.isReachedBy(figure);
        String found = target.inUnit(figure.median());
        if (!isReached) {
            missed.add(target.title() + " (" + found + ", must be " + target.bound() + ")");
        }
        table.add(
                List.of(target.title(), target.bound(), found, Table.range(figure), isReached ? "reached" : "missed"));
    }

    /** Returns how many targets were reached, and which were missed. */
    public List<String> headline() {
        List<String> headline = new ArrayList<>();
        headline.add((measured - missed.size()) + " of " + measured + " measured targets were reached.");
        if (!missed.isEmpty()) {
            headline.add("Missed: " + String.join("; ", missed) + ".");
        }
        return headline;
    }

    /** Returns the targets that were measured. */
    public Report.Part part() {
        return new Report.Part("Targets", List.of(table), List.of());
    }
}
