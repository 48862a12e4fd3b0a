package io.polybloom.bench.suite;

import io.polybloom.bench.report.Chart;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import java.util.List;
import java.util.Map;

/**
 * The findings of a section.
 *
 * @param title of the section
 * @param explanation the measurement, in a few sentences
 * @param measured the figures that have a target
 */
public record Findings(
        String title, String explanation, List<Table> tables, List<Chart> charts, Map<Target, Figure> measured) {}
