package io.polybloom.bench.micro;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** Strings of 16 characters that JMH benchmarks take one after the other. */
final class Sample {

    private static final int COUNT = 1 << 14;

    private final String[] elements = new String[COUNT];
    private long taken;

    Sample() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < COUNT; i++) {
            elements[i] = HexFormat.of().toHexDigits(random.nextLong());
        }
    }

    String next() {
        return elements[(int) taken++ & COUNT - 1];
    }

    /** Every element that has been taken, once. */
    String[] taken() {
        return Arrays.copyOf(elements, (int) Math.min(taken, COUNT));
    }
}
