package io.polybloom.cli.output;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/**
 * Numbers as people read them, the same in every locale. Those of short runs are put together by hand: to load what
 * {@link String#format} needs would take such a run a tenth of its own time.
 */
public final class Figures {

    private static final String[] BINARY_UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final String[] TIME_UNITS = {"d", "h", "m", "s"};
    private static final long[] UNIT_MILLIS = {86_400_000, 3_600_000, 60_000, 1_000};
    private static final MathContext SIGNIFICANT_DIGITS = new MathContext(3);
    /** Rounded to three digits it is one in ten thousand. */
    private static final double SMALLEST_PLAIN_RATE = 0.9995e-4;

    private Figures() {}

    public static String count(long number) {
        StringBuilder digits = new StringBuilder(Long.toString(number));
        int first = number < 0 ? 1 : 0;
        for (int end = digits.length() - 3; end > first; end -= 3) {
            digits.insert(end, ',');
        }
        return digits.toString();
    }

    /** Returns a number of things whose plural is made with an s. */
    public static String quantity(long number, String what) {
        return count(number) + " " + what + (number == 1 ? "" : "s");
    }

    public static String memory(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= 1024 && unit < BINARY_UNITS.length - 1) {
            amount /= 1024;
            unit++;
        }
        long tenths = Math.round(10 * amount);
        return unit == 0 ? bytes + " bytes" : tenths / 10 + "." + tenths % 10 + " " + BINARY_UNITS[unit];
    }

    /** A probability or a rate with three digits, plain or, when small, with a power of ten. */
    public static String rate(double rate) {
        if (rate > 0 && rate < SMALLEST_PLAIN_RATE) {
            return withPowerOfTen(BigDecimal.valueOf(rate).round(SIGNIFICANT_DIGITS));
        }
        return new BigDecimal(rate)
                .round(SIGNIFICANT_DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String withPowerOfTen(BigDecimal small) {
        int exponent = small.scale() - small.precision() + 1;
        String digits = (small.unscaledValue() + "00").substring(0, SIGNIFICANT_DIGITS.getPrecision());
        return digits.charAt(0) + "." + digits.substring(1) + (exponent < 10 ? "e-0" : "e-") + exponent;
    }

    public static String percent(double share) {
        return rate(share * 100) + " %";
    }

    /** Returns a duration in the largest unit of which it is a whole number, such as {@code 10m} or {@code 90s}. */
    public static String duration(Duration duration) {
        long millis = duration.toMillis();
        for (int unit = 0; unit < TIME_UNITS.length; unit++) {
            if (millis % UNIT_MILLIS[unit] == 0) {
                return millis / UNIT_MILLIS[unit] + TIME_UNITS[unit];
            }
        }
        return millis + "ms";
    }

    public static String seconds(long nanoseconds) {
        return String.format(Locale.ROOT, "%.2f s", nanoseconds / 1e9);
    }

    /** Returns a rate per second; a time too short to measure counts as one nanosecond. */
    public static String perSecond(long number, long nanoseconds) {
        return count(Math.round(number * 1e9 / Math.max(1, nanoseconds)));
    }
}
