package io.polybloom.bench.report;

import java.util.Map;

/** The contents of a chart. */
public sealed interface Chart {

    String title();

    /**
     * Horizontal bars.
     *
     * @param unit of the numbers
     * @param series the bars of each series, from top to bottom; every series has the same bars
     */
    record Bars(String title, String unit, Map<String, Map<String, Double>> series) implements Chart {}

    /**
     * Lines through points.
     *
     * @param logarithmicX whether the x axis is logarithmic
     * @param logarithmicY whether the y axis is logarithmic; otherwise it begins at 0
     * @param lines the x and the y values of each line
     */
    record Lines(
            String title,
            String xTitle,
            String yTitle,
            boolean logarithmicX,
            boolean logarithmicY,
            Map<String, double[][]> lines)
            implements Chart {}
}
