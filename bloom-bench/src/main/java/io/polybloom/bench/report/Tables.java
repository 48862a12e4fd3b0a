package io.polybloom.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The tables and charts of the results of a run: a part for each benchmark class, a table for each of its operations,
 * in which a row is a client or a peer with the parameters that were varied.
 */
public final class Tables {

    private static final List<String> NAMES = List.of("client", "peer");

    /** Parameters that are numbers, by which a chart has lines and not bars. */
    private static final List<String> AXES = List.of("fill", "call", "capacity");

    private Tables() {}

    /** Returns the parts of a report. */
    public static List<Report.Part> of(List<Measured> results) {
        return groups(results, Measured::question).values().stream()
                .map(Tables::part)
                .toList();
    }

    private static Map<String, List<Measured>> groups(List<Measured> results, Function<Measured, String> key) {
        return results.stream().collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }

    private static Report.Part part(List<Measured> question) {
        List<Table> tables = new ArrayList<>();
        List<Chart> charts = new ArrayList<>();
        groups(question, Measured::operation).forEach((operation, results) -> {
            if (!operation.equals("get")) {
                tables.add(table(operation, results, question));
                charts.addAll(Charts.of(operation, results));
            }
        });
        return new Report.Part(question.get(0).question(), tables, charts);
    }

    /** Returns the parameters that differ between results, but for the one that says who was measured. */
    static Set<String> varied(List<Measured> results) {
        Set<String> names = new LinkedHashSet<>();
        results.forEach(result -> names.addAll(result.parameters().keySet()));
        NAMES.forEach(names::remove);
        names.removeIf(name -> results.stream()
                        .flatMap(result -> result.parameter(name).stream())
                        .distinct()
                        .count()
                < 2);
        return names;
    }

    private static Table table(String operation, List<Measured> results, List<Measured> question) {
        Set<String> varied = varied(results);
        List<Column> columns = columns(results, question);
        List<String> header = new ArrayList<>(varied);
        header.add("who");
        columns.forEach(column -> header.add(column.title()));
        Table table = new Table(operation + fixed(results, varied), header);
        results.stream().sorted(Tables::byNumbers).forEach(result -> {
            List<String> row = new ArrayList<>();
            varied.forEach(name -> row.add(shown(result.parameter(name).orElse(""))));
            row.add(result.who());
            columns.forEach(column -> row.add(column.cell().apply(result).orElse("")));
            table.add(row);
        });
        return table;
    }

    private static String fixed(List<Measured> results, Set<String> varied) {
        Map<String, String> fixed = new LinkedHashMap<>();
        results.forEach(result -> result.parameters().forEach((name, value) -> fixed.put(name, shown(value))));
        fixed.keySet().removeAll(varied);
        fixed.keySet().removeAll(NAMES);
        return fixed.entrySet().stream()
                .map(entry -> ", " + entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining());
    }

    private static String shown(String value) {
        return value.matches("\\d{4,}") ? Table.whole(Double.parseDouble(value)) : value;
    }

    private static int byNumbers(Measured one, Measured other) {
        for (String name : List.of("capacity", "fill", "call", "adds")) {
            int order = Long.compare(number(one, name), number(other, name));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static long number(Measured result, String name) {
        return result.parameter(name).map(Long::parseLong).orElse(0L);
    }

    /** A column that some results have. */
    private record Column(String title, Function<Measured, Optional<String>> cell) {

        static Column of(String title, Function<Measured, String> cell) {
            return new Column(title, result -> Optional.of(cell.apply(result)));
        }

        static Column metric(String title, String metric, Function<Double, String> format) {
            return new Column(title, result -> result.metric(metric).map(figure -> format.apply(figure.median())));
        }
    }

    private static List<Column> columns(List<Measured> results, List<Measured> question) {
        List<Column> columns = new ArrayList<>();
        switch (results.get(0).mode()) {
            case MEAN ->
                columns.add(Column.of(
                        "per second", result -> Table.whole(result.perSecond().median())));
            case ONCE ->
                columns.add(Column.of(
                        "ms", result -> Table.decimals(Figure.of(result.nanos()).median() / 1e6)));
            case SAMPLES -> {
                columns.add(Column.of(
                        "median us",
                        result -> Table.decimals(Figure.of(result.nanos()).median() / 1e3)));
                columns.add(Column.of("p99 us", result -> Table.decimals(result.percentile(99))));
                columns.add(Column.of("p99.9 us", result -> Table.decimals(result.percentile(99.9))));
            }
        }
        columns.addAll(ratios("x Redisson", result -> base(result, results, Tables::isRedisson)));
        columns.addAll(ratios("x Guava", result -> base(result, results, Tables::isGuava)));
        columns.addAll(ratios("x GET", result -> get(result, question)));
        columns.addAll(ratios("x build before", result -> base(result, results, other -> isBefore(result, other))));
        columns.add(Column.metric("server us", "server.time", Table::thousandths));
        columns.add(Column.metric("bytes in", "server.in", Table::whole));
        columns.add(Column.metric("bytes out", "server.out", Table::whole));
        columns.add(Column.metric("commands", "server.commands", Table::thousandths));
        columns.add(Column.metric("garbage", "gc.alloc.rate.norm", Table::whole));
        columns.add(Column.metric("memory", "server.memory", Table::whole));
        columns.add(Column.metric("errors %", "percent", Table::thousandths));
        columns.add(Column.metric("expected %", "expectedPercent", Table::thousandths));
        columns.removeIf(column ->
                results.stream().noneMatch(result -> column.cell().apply(result).isPresent()));
        return columns;
    }

    private static List<Column> ratios(String title, Function<Measured, Optional<Measured>> base) {
        return List.of(
                new Column(
                        title,
                        result -> base.apply(result)
                                .map(other ->
                                        Table.decimals(result.speedUp(other).median()))),
                new Column("(turns)", result -> base.apply(result).map(other -> Table.range(result.speedUp(other)))));
    }

    private static boolean isRedisson(Measured result) {
        return result.parameter("peer").filter("redisson"::equals).isPresent();
    }

    private static boolean isGuava(Measured result) {
        return result.who().equals("Guava");
    }

    private static boolean isBefore(Measured result, Measured other) {
        return result.parameter(Measured.BUILD).isEmpty()
                && other.parameter(Measured.BUILD).isPresent()
                && result.who().equals(other.who());
    }

    /** Returns the one result of that kind whose parameters agree with those of this one, as far as it has them. */
    private static Optional<Measured> base(Measured result, List<Measured> results, Predicate<Measured> kind) {
        return results.stream()
                .filter(kind)
                .filter(other -> other.parameters().entrySet().stream()
                        .allMatch(entry -> NAMES.contains(entry.getKey())
                                || entry.getKey().equals(Measured.BUILD)
                                || result.parameter(entry.getKey())
                                        .filter(entry.getValue()::equals)
                                        .isPresent()))
                .findFirst();
    }

    /** Returns the GET of the client that a result went through; that of a peer, but for Redisson, is Jedis. */
    private static Optional<Measured> get(Measured result, List<Measured> question) {
        String peers = isRedisson(result) ? "redisson" : "jedis";
        String client = result.parameter("client").orElse(peers);
        return question.stream()
                .filter(other -> other.operation().equals("get"))
                .filter(other ->
                        other.parameter("client").filter(client::equals).isPresent())
                .filter(other -> other.parameter("server").equals(result.parameter("server")))
                .findFirst();
    }

    /** The pictures of an operation. */
    private static final class Charts {

        static List<Chart> of(String operation, List<Measured> results) {
            String title = results.get(0).question() + "." + operation;
            if (results.get(0).mode() == Measured.Mode.SAMPLES) {
                return List.of(latencies(title, results));
            }
            Set<String> varied = varied(results);
            Optional<String> axis = AXES.stream().filter(varied::contains).findFirst();
            return List.of(axis.map(name -> lines(title, name, results)).orElseGet(() -> bars(title, results)));
        }

        private static String label(Measured result, String except, List<Measured> results) {
            return varied(results).stream()
                    .filter(name -> !name.equals(except))
                    .map(name ->
                            ", " + name + " " + shown(result.parameter(name).orElse("")))
                    .collect(Collectors.joining("", result.who(), ""));
        }

        private static Chart lines(String title, String axis, List<Measured> results) {
            boolean isFill = axis.equals("fill");
            ToDoubleFunction<Measured> height = result -> isFill
                    ? result.metric("percent").orElseThrow().median()
                    : Figure.of(result.nanos()).median() / 1e3;
            // An error rate of 0 has no place on a logarithmic axis.
            List<Measured> shown = results.stream()
                    .filter(result -> height.applyAsDouble(result) > 0)
                    .toList();
            Map<String, double[][]> lines = new LinkedHashMap<>();
            groups(shown, result -> label(result, axis, results))
                    .forEach((label, line) -> lines.put(label, new double[][] {
                        line.stream()
                                .mapToDouble(result -> number(result, axis))
                                .toArray(),
                        line.stream().mapToDouble(height).toArray()
                    }));
            return isFill
                    ? new Chart.Lines(
                            title + " by fill", "percent of the capacity", "percent of errors", false, true, lines)
                    : new Chart.Lines(title + " by " + axis, axis, "microseconds", true, true, lines);
        }

        private static Chart latencies(String title, List<Measured> results) {
            Map<String, double[][]> lines = new LinkedHashMap<>();
            double[] oneIn = {2, 5, 10, 20, 50, 100, 200, 500, 1000};
            for (Measured result : results) {
                lines.put(label(result, "", results), new double[][] {
                    oneIn,
                    Arrays.stream(oneIn)
                            .map(calls -> result.percentile(100 - 100 / calls))
                            .toArray()
                });
            }
            return new Chart.Lines(title + " latency", "one call in N is slower", "microseconds", true, true, lines);
        }

        private static Chart bars(String title, List<Measured> results) {
            Map<String, Double> bars = new LinkedHashMap<>();
            boolean isOnce = results.get(0).mode() == Measured.Mode.ONCE;
            results.forEach(result -> bars.put(
                    label(result, "", results),
                    isOnce
                            ? Figure.of(result.nanos()).median() / 1e6
                            : result.perSecond().median()));
            String unit = isOnce ? "milliseconds" : "per second";
            return new Chart.Bars(title, unit, Map.of(unit, bars));
        }
    }
}
