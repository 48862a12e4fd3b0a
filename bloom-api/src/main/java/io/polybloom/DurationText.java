package io.polybloom;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as people write them. */
final class DurationText {

    private static final String[] UNITS = {"d", "h", "m", "s", "ms"};
    private static final long[] NANOS = {
        86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000, 1_000_000
    };

    private DurationText() {}

    /** Returns a duration in the largest unit of which it is a whole number, such as {@code 10m} or {@code -90s}. */
    static String of(Duration duration) {
        for (int unit = 0; unit < UNITS.length; unit++) {
            Duration length = Duration.ofNanos(NANOS[unit]);
            long number = duration.dividedBy(length);
            if (number != 0 && duration.equals(length.multipliedBy(number))) {
                return number + UNITS[unit];
            }
        }
        return BigDecimal.valueOf(duration.getSeconds())
                        .add(BigDecimal.valueOf(duration.getNano(), 9))
                        .stripTrailingZeros()
                        .toPlainString()
                + "s";
    }
}
