package io.polybloom.bench.report;

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
    public Table(String title, List<String> header) {
        this.title = title;
        this.header = List.copyOf(header);
    }

    /** Adds a row with one cell per column. */
    public void add(List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(cells.size() + " cells do not fit " + header.size() + " columns");
        }
        rows.add(List.copyOf(cells));
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

    /** Returns the table as Markdown, with its title as a line of its own. */
    public String markdown() {
        StringBuilder text = new StringBuilder(title + "\n\n");
        appendLine(text, header);
        text.append("|---").append("|--:".repeat(header.size() - 1)).append("|\n");
        rows.forEach(row -> appendLine(text, row));
        return text.append('\n').toString();
    }

    private static void appendLine(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
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

    /** The least and the most of the turns; without decimals if they are large. */
    public static String range(Figure figure) {
        return figure.most() >= LARGE
                ? whole(figure.least()) + ".." + whole(figure.most())
                : decimals(figure.least()) + ".." + decimals(figure.most());
    }
}
