package io.polybloom.cli;

import java.util.ArrayList;
import java.util.List;

/** Elements, and the lines about them. */
public final class Samples {

    private Samples() {}

    /** Different texts with letters of one, two and four bytes. */
    public static List<String> texts(String prefix, int count) {
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(prefix + i + "\u00e4\ud83d\ude00");
        }
        return texts;
    }

    /** How many answers are yes. */
    public static int count(boolean[] answers) {
        int count = 0;
        for (boolean answer : answers) {
            count += answer ? 1 : 0;
        }
        return count;
    }
}
