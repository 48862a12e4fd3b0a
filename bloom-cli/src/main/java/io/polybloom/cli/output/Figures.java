package io.polybloom.cli.output;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them, the same in every locale. */
public final class Figures {

    private static final String[] BINARY_UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final String[] TIME_UNITS = {"d", "h", "m", "s"};
    private static final long[] UNIT_MILLIS = {86_400_000, 3_600_000, 60_000, 1_000};
    private static final int SIGNIFICANT_DIGITS = 3;
    /** Rounded to three digits it is one in ten thousand. */
    private static final double SMALLEST_PLAIN_RATE = 0.9995e-4;

    private Figures() {}

    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
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
        return unit == 0 ? bytes + " bytes" : String.format(Locale.ROOT, "%.1f %s", amount, BINARY_UNITS[unit]);
    }

    /** A probability or a rate with three digits, plain or, when small, with a power of ten. */
    public static String rate(double rate) {
        if (rate > 0 && rate < SMALLEST_PLAIN_RATE) {
            return String.format(Locale.ROOT, "%.2e", rate);
        }
        return new BigDecimal(rate)
                .round(new MathContext(SIGNIFICANT_DIGITS))
                .stripTrailingZeros()
                .toPlainString();
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
