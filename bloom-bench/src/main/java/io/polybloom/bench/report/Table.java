package io.polybloom.bench.report;

import io.polybloom.bench.run.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of text. Not thread-safe. */
public final class Table {

    private static final double LARGE = 1000;
    private static final int MOST_DECIMALS = 9;

    private final String title;
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    /** Begins a table with a title and the names of its columns. */
    public Table(String title, String... header) {
        this.title = title;
        this.header = List.of(header);
    }

    /** Adds a row with one cell per column. */
    public void add(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException(cells.length + " cells do not fit " + header.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    public String title() {
        return title;
    }

    public List<String> header() {
        return header;
    }

    public List<List<String>> rows() {
        return List.copyOf(rows);
    }

    /** The table for a terminal: the first column flush left, the others flush right. */
    public String text() {
        int[] widths = new int[header.size()];
        measure(header, widths);
        for (List<String> row : rows) {
            measure(row, widths);
        }
        StringBuilder text = new StringBuilder();
        appendLine(text, header, widths);
        for (List<String> row : rows) {
            appendLine(text, row, widths);
        }
        return text.toString();
    }

    /** A number without decimals. */
    public static String whole(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    /** Returns a number with two decimals, or with two significant digits if it is smaller than that shows. */
    public static String decimals(double number) {
        return withDecimals(number, 2);
    }

    /** Returns a number with three decimals, or with two significant digits if it is smaller than that shows. */
    public static String thousandths(double number) {
        return withDecimals(number, 3);
    }

    /**
     * Returns how many decimals show two significant digits of a number below 1, at least the given number. Nothing is
     * measured beyond nine.
     */
    static int decimalsFor(double number, int least) {
        int decimals = least;
        while (number != 0 && Math.abs(number) < 10 * Math.pow(10, -decimals) && decimals < MOST_DECIMALS) {
            decimals++;
        }
        return decimals;
    }

    private static String withDecimals(double number, int least) {
        boolean isShown = number == 0 || Math.abs(number) >= Math.pow(10, -least);
        return String.format(Locale.ROOT, "%." + (isShown ? least : decimalsFor(number, least)) + "f", number);
    }

    /** The least and the most of the rounds; without decimals if they are large. */
    public static String range(Figure figure) {
        return figure.most() >= LARGE
                ? whole(figure.least()) + ".." + whole(figure.most())
                : decimals(figure.least()) + ".." + decimals(figure.most());
    }

    private static void measure(List<String> cells, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], cells.get(i).length());
        }
    }

    private static void appendLine(StringBuilder text, List<String> cells, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - cells.get(i).length());
            text.append(i == 0 ? cells.get(i) + padding : "  " + padding + cells.get(i));
        }
        text.append('\n');
    }
}
