package io.polybloom.bench.report;

import java.util.List;

/**
 * All that is shown, in order.
 *
 * @param provenance how the figures came about: the command line, the versions and the server; it stands with every
 *     table
 */
public record Report(List<String> provenance, List<Part> parts) {

    /** One part: a title, an explanation, tables and charts. */
    public record Part(String title, String explanation, List<Table> tables, List<Chart> charts) {

        /** The part for a terminal, without charts. */
        public String text(List<String> provenance) {
            StringBuilder text = new StringBuilder("== " + title + " ==\n" + explanation + "\n\n");
            for (Table table : tables) {
                text.append("-- ").append(table.title()).append('\n');
                text.append(String.join("\n", provenance)).append('\n');
                text.append(table.text()).append('\n');
            }
            return text.toString();
        }
    }
}
