package io.polybloom.tck.judge;

/** A test object whose operations the judge can report. */
public interface Subject {

    /** Returns the journal of the test so far. */
    Journal journal();
}
