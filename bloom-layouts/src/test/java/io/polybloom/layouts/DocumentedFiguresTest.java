package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Measures the figures that docs/layouts.md prints, in memory: each row of its tables is recomputed from its inputs.
 * The elements are numbered, so a run always gives the same counts.
 */
class DocumentedFiguresTest {

    static List<List<String>> errorRates() throws IOException {
        return table("layout", "elements", "asked", "bits", "hashes", "formula", "probes", "false positives", "ratio");
    }

    static List<List<String>> goZeroBits() throws IOException {
        return table("rate", "go-zero", "optimum");
    }

    static List<List<String>> helperLimits() throws IOException {
        return table("capacity", "asked", "its formula", "its bits", "hashes", "rate at capacity");
    }

    /** Decimal numbers from 0 are added, those that follow are looked up. */
    @ParameterizedTest
    @MethodSource("errorRates")
    void errorRatesAreThoseMeasured(List<String> row) {
        ForeignLayout layout = LayoutsOfOthers.get(row.get(0));
        long elements = number(row.get(1));
        long probes = number(row.get(6));
        BitBudget budget = row.get(2).equals("-")
                ? new BitBudget(number(row.get(3)), (int) number(row.get(4)))
                : layout.size(elements, Double.parseDouble(row.get(2)), Sizing.BALANCED);
        Geometry geometry = layout.geometry(budget, 1).requireAllowedBy(layout);
        long falsePositives = falsePositives(new MemoryFilter(layout, geometry), elements, probes);
        double formula = layout.expectedFalsePositiveRate(elements, geometry.totalBits(), geometry.hashes());
        assertEquals(
                List.of(
                        layout.id(),
                        grouped(elements),
                        row.get(2),
                        grouped(geometry.totalBits()),
                        grouped(geometry.hashes()),
                        rate(formula),
                        grouped(probes),
                        grouped(falsePositives),
                        String.format(Locale.ROOT, "%.2f", falsePositives / (probes * formula))),
                row);
    }

    @ParameterizedTest
    @MethodSource("goZeroBits")
    void goZeroNeedsTheBitsPrinted(List<String> row) {
        double rate = Double.parseDouble(row.get(0));
        double optimum = -Math.log(rate) / (Math.log(2) * Math.log(2));
        assertEquals(
                List.of(
                        row.get(0),
                        bitsPerElement(new GoZeroLayout().bitsNeeded(1_000_000, rate, 14) / 1e6),
                        bitsPerElement(optimum)),
                row);
    }

    @ParameterizedTest
    @MethodSource("helperLimits")
    void helperCutsItsBitsAsPrinted(List<String> row) {
        GuavaHelperLayout layout = new GuavaHelperLayout();
        long capacity = number(row.get(0));
        double asked = Double.parseDouble(row.get(1));
        BitBudget budget = layout.size(capacity, asked, Sizing.BALANCED);
        assertEquals(
                List.of(
                        grouped(capacity),
                        row.get(1),
                        grouped(TextbookSizing.bits("", capacity, asked, Long.MAX_VALUE)),
                        grouped(budget.totalBits()),
                        grouped(budget.hashes()),
                        rate(layout.expectedFalsePositiveRate(capacity, budget.totalBits(), budget.hashes()))),
                row);
    }

    /** 100,000 different elements of each kind. */
    @Test
    void bkdrHashesTakeAsManyValuesAsPrinted() throws IOException {
        Random seeded = new Random(1);
        byte[][] random = new byte[100_000][16];
        for (byte[] element : random) {
            seeded.nextBytes(element);
        }
        for (List<String> row : table("n", "random bytes", "decimal numbers")) {
            int n = (int) number(row.get(0));
            assertEquals(
                    List.of(
                            row.get(0),
                            grouped(values(n, i -> random[i])),
                            grouped(values(n, i -> Golden.utf8(Long.toString(1_000_000_000L + i * 7919L))))),
                    row);
        }
    }

    /** Of 3 * 2^29 bits the first third is the rest of 2^31, so it gets two of the four shares. */
    @Test
    void helperHitsTheFirstThirdAsOftenAsTheOthersTogether() throws IOException {
        GuavaHelperLayout layout = new GuavaHelperLayout();
        Geometry geometry = layout.geometry(new BitBudget(3L << 29, 4), 1);
        long[] offsets = new long[4];
        long inTheFirstThird = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] element = Golden.utf8(Integer.toString(i));
            layout.locate(element, element.length, geometry, offsets, 0);
            inTheFirstThird +=
                    Arrays.stream(offsets).filter(offset -> offset < 1L << 29).count();
        }
        String printed = String.format(Locale.ROOT, "%.1f %% of 400,000 offsets", inTheFirstThird / 4000.0);
        assertEquals(1, lines().stream().filter(line -> line.contains(printed)).count(), printed);
    }

    private static long falsePositives(MemoryFilter filter, long elements, long probes) {
        for (long i = 0; i < elements; i++) {
            filter.add(Golden.utf8(Long.toString(i)));
        }
        long falsePositives = 0;
        for (long i = elements; i < elements + probes; i++) {
            falsePositives += filter.mightContain(Golden.utf8(Long.toString(i))) ? 1 : 0;
        }
        return falsePositives;
    }

    private static int values(int n, IntFunction<byte[]> elements) {
        Set<Long> values = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            byte[] element = elements.apply(i);
            values.add(BkdrHash.hash(element, element.length, n));
        }
        return values.size();
    }

    /** The rows of the table with these columns. */
    private static List<List<String>> table(String... columns) throws IOException {
        List<List<String>> rows = lines().stream()
                .map(line -> List.of(line.replaceAll("^\\| | \\|$", "").split(" \\| ")))
                .dropWhile(cells -> !cells.equals(List.of(columns)))
                .skip(2)
                .takeWhile(cells -> cells.size() == columns.length)
                .toList();
        assertFalse(rows.isEmpty(), "no table with the columns " + Arrays.toString(columns));
        return rows;
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "layouts.md"));
    }

    private static long number(String cell) {
        return Long.parseLong(cell.replace(",", ""));
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String rate(double rate) {
        return String.format(Locale.ROOT, "%.2e", rate);
    }

    private static String bitsPerElement(double bits) {
        return String.format(Locale.ROOT, "%.1f", bits);
    }
}
