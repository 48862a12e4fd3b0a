package io.polybloom.tck.report;

/** The outcome of a test, the worst last. */
public enum Outcome {
    PASSED,
    /** Passed, although the backend has declared that it lacks a capability that the test needs. */
    UNEXPECTEDLY_PASSED,
    /** Failed or could not be run, for a reason that the backend has declared. */
    NOT_SUPPORTED,
    /** Not run, because the smoke stage had failed. */
    NOT_RUN,
    FAILED
}
