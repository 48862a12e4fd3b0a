package io.polybloom.tck.judge;

import io.polybloom.tck.backend.Backend;

/** A test object that the judge knows how to report. */
public interface Subject {

    /** Returns the backend under test. */
    Backend backend();

    /** Returns the journal of the test so far. */
    Journal journal();
}
