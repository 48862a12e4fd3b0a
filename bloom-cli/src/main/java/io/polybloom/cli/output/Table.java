package io.polybloom.cli.output;

import io.polybloom.cli.lines.LineOutput;
import java.util.ArrayList;
import java.util.List;

/** Text in columns: the first ones flush left, the others flush right. */
public final class Table {

    private static final String GAP = "  ";

    private final int leftColumns;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(int leftColumns) {
        this.leftColumns = leftColumns;
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    public void print(LineOutput out) {
        int[] widths = widths();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String padding = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? "" : GAP).append(column < leftColumns ? cell + padding : padding + cell);
            }
            out.line(line.toString().stripTrailing());
        }
        out.flush();
    }

    private int[] widths() {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }
}
