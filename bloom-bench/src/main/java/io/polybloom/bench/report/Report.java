package io.polybloom.bench.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * All that is shown, in order.
 *
 * @param headline the main results for a reader in a hurry, in one sentence each
 * @param environment how the figures came about: date, command line, versions and server; true of all parts
 */
public record Report(List<String> headline, List<String> environment, List<Part> parts) {

    /** One part: a title, tables and charts. */
    public record Part(String title, List<Table> tables, List<Chart> charts) {

        /** Returns the tables as Markdown. */
        public String markdown() {
            return "## " + title + "\n\n" + tables.stream().map(Table::markdown).collect(Collectors.joining());
        }
    }
}
