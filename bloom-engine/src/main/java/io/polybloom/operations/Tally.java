package io.polybloom.operations;

/**
 * The number of elements in an operation, and how many of them it found absent and present.
 *
 * @param elements the number of elements
 * @param absent the number that were definitely absent
 * @param present the number that were probably present
 */
record Tally(long elements, long absent, long present) {

    static final Tally NOTHING = new Tally(0, 0, 0);
    static final Tally ONE_ABSENT = new Tally(1, 1, 0);
    static final Tally ONE_PRESENT = new Tally(1, 0, 1);

    /** Returns the tally of an answer; {@code true} means new for an add, and present for a look-up. */
    static Tally of(boolean isAdd, boolean answer) {
        return isAdd == answer ? ONE_ABSENT : ONE_PRESENT;
    }

    /** Returns the tally of answers. */
    static Tally of(boolean isAdd, boolean[] answers) {
        int absent = 0;
        for (boolean answer : answers) {
            absent += isAdd == answer ? 1 : 0;
        }
        return new Tally(answers.length, absent, answers.length - absent);
    }

    /** Returns the tally of a load. */
    static Tally ofLoad(long elements) {
        return new Tally(elements, 0, 0);
    }
}
