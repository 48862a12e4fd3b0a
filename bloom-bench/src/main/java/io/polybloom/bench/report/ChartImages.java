package io.polybloom.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.HorizontalBarChart;
import org.knowm.xchart.HorizontalBarChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws charts as PNG: letters of XChart's SVG are outlines, which makes it ten times as large. */
public final class ChartImages {

    private static final String WHOLE_OR_SMALL = "#,##0.######";
    private static final int WIDTH = 960;
    private static final int HEIGHT_OF_LINES = 420;
    private static final int HEIGHT_PER_LINE = 24;
    private static final int HEIGHT_PER_BAR = 26;
    private static final int HEIGHT_WITHOUT_BARS = 130;

    /**
     * The colours of Okabe and Ito (2008), which people with any colour vision can tell apart, from dark to light, so
     * that they differ in greyscale, too.
     */
    private static final Color[] COLORS = {
        new Color(0x000000), new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0xE69F00)
    };

    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.SQUARE,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.CROSS,
        SeriesMarkers.TRIANGLE_DOWN,
        SeriesMarkers.PLUS
    };

    private static final BasicStroke[] DASHES = {SeriesLines.SOLID, SeriesLines.DASH_DASH, SeriesLines.DOT_DOT};

    private ChartImages() {}

    /**
     * Checks that text can be drawn here, so that this is found out before the measurements and not after.
     *
     * @throws IllegalStateException if there is no font; the message names the package to install
     */
    public static void requireFonts() {
        try {
            png(new Chart.Bars("x", "x", Map.of("x", Map.of("x", 1.0))));
        } catch (RuntimeException | LinkageError noFonts) {
            throw new IllegalStateException(
                    "charts cannot be drawn here: install fontconfig and a font, for example the package"
                            + " fonts-dejavu-core",
                    noFonts);
        }
    }

    /** Returns the picture as a PNG file. */
    public static byte[] png(Chart chart) {
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        try {
            ChartEncoder.saveChart(draw(chart), image, "png");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return image.toByteArray();
    }

    private static IChart draw(Chart chart) {
        return chart instanceof Chart.Bars bars ? drawBars(bars) : drawLines((Chart.Lines) chart);
    }

    private static IChart drawBars(Chart.Bars bars) {
        int count = bars.series().values().stream().mapToInt(Map::size).sum();
        HorizontalBarChart chart = new HorizontalBarChartBuilder()
                .width(WIDTH)
                .height(HEIGHT_WITHOUT_BARS + HEIGHT_PER_BAR * count)
                .title(bars.title())
                .xAxisTitle(bars.unit())
                .build();
        style(chart.getStyler());
        chart.getStyler().setLabelsVisible(true);
        // Without it XChart leaves out the names of every other bar; it takes the limit of the x axis for them.
        chart.getStyler().setXAxisMaxLabelCount(Math.max(2, count));
        chart.getStyler().setXAxisDecimalPattern("0." + "0".repeat(decimals(bars)));
        bars.series()
                .forEach((name, values) ->
                        chart.addSeries(name, List.copyOf(values.values()), List.copyOf(values.keySet())));
        return chart;
    }

    private static IChart drawLines(Chart.Lines lines) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT_OF_LINES + HEIGHT_PER_LINE * lines.lines().size())
                .title(lines.title())
                .xAxisTitle(lines.xTitle())
                .yAxisTitle(lines.yTitle())
                .build();
        style(chart.getStyler());
        chart.getStyler().setSeriesColors(COLORS).setSeriesMarkers(MARKERS).setSeriesLines(DASHES);
        chart.getStyler().setXAxisLogarithmic(lines.logarithmicX());
        chart.getStyler().setYAxisLogarithmic(lines.logarithmicY());
        chart.getStyler().setXAxisDecimalPattern(WHOLE_OR_SMALL).setYAxisDecimalPattern(WHOLE_OR_SMALL);
        if (lines.logarithmicY()) {
            showDecades(chart, lines);
        } else {
            chart.getStyler().setYAxisMin(0.0);
        }
        lines.lines().forEach((name, points) -> chart.addSeries(name, points[0], points[1]));
        return chart;
    }

    /** Lets a logarithmic axis begin and end at a power of ten: only those have labels. */
    private static void showDecades(XYChart chart, Chart.Lines lines) {
        double least = Double.MAX_VALUE;
        double most = Double.MIN_VALUE;
        for (double[][] points : lines.lines().values()) {
            for (double y : points[1]) {
                least = Math.min(least, y);
                most = Math.max(most, y);
            }
        }
        chart.getStyler()
                .setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))))
                .setYAxisMax(Math.pow(10, Math.ceil(Math.log10(most))));
    }

    /** Returns the decimals that show the smallest bar. */
    private static int decimals(Chart.Bars bars) {
        int decimals = 2;
        for (Map<String, Double> values : bars.series().values()) {
            for (double value : values.values()) {
                decimals = Math.max(decimals, value >= 0.01 ? 2 : Table.decimalsFor(value, 2));
            }
        }
        return decimals;
    }

    private static void style(Styler styler) {
        styler.setLegendPosition(LegendPosition.OutsideS)
                .setLegendLayout(LegendLayout.Vertical)
                .setChartBackgroundColor(Color.WHITE);
    }

    /** Writes each chart into a file of a directory, which is named after it. */
    public static void write(List<Chart> charts, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Chart chart : charts) {
            String name = chart.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
            Files.write(directory.resolve(name + ".png"), png(chart));
        }
    }
}
