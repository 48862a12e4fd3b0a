package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Redis takes no number with a leading zero, though Java does. */
class DecimalTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 99, 100, 101, 4_294_966_784L, Long.MAX_VALUE, -1, -10, Long.MIN_VALUE})
    void writesTheFewestDigits(long value) {
        assertArrayEquals(Commands.ascii(Long.toString(value)), Commands.decimal(value));
    }
}
