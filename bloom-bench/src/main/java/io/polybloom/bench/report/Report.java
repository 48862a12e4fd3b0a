package io.polybloom.bench.report;

import java.util.List;

/**
 * All that is shown, in order.
 *
 * @param headline the main results for a reader in a hurry, in one sentence each
 * @param environment how the figures came about: date, command line, versions and server; true of all parts
 */
public record Report(List<String> headline, List<String> environment, List<Part> parts) {

    /** One part: a title, an explanation, tables and charts. */
    public record Part(String title, String explanation, List<Table> tables, List<Chart> charts) {

        /** Returns the part for a terminal, without charts. */
        public String text() {
            StringBuilder text = new StringBuilder("== " + title + " ==\n" + explanation + "\n\n");
            for (Table table : tables) {
                text.append("-- ").append(table.title()).append('\n');
                text.append(table.text()).append('\n');
            }
            return text.toString();
        }
    }
}
