package io.polybloom.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * All that is shown, in order.
 *
 * @param provenance how the figures came about: the command line, the versions and the server; it stands with every table
 */
public record Report(List<String> provenance, List<Part> parts) {

    /** One part: a title, an explanation, tables and charts. */
    public record Part(String title, String explanation, List<Table> tables, List<Chart> charts) {}

    /** The report for a terminal, without charts. */
    public String text() {
        List<String> blocks = new ArrayList<>();
        for (Part part : parts) {
            blocks.add("== " + part.title() + " ==\n" + part.explanation() + "\n");
            for (Table table : part.tables()) {
                blocks.add("-- " + table.title() + "\n" + String.join("\n", provenance) + "\n" + table.text());
            }
        }
        return String.join("\n", blocks);
    }
}
