package io.polybloom.simulation.judge;

/**
 * When a step about a filter that forgets has happened, in numbers of instants, from 1: those of the adds of the
 * element, in their order by the clock of the server.
 *
 * @param promised the instant from which what the step has brought is remembered for the span, at least; of a
 *     {@link ModelStep.Kind#FADE}, the last one whose elements may be forgotten
 * @param latest the last instant at which the step may have brought anything
 * @param forgotten the last instant whose elements the client must have forgotten; 0 if there is none
 * @param isStale whether the clock of the server was set forward and the client has not asked it since: then it may
 *     still find what others have forgotten
 */
record Age(int promised, int latest, int forgotten, boolean isStale) {

    /** The age of a step about a filter that does not forget. */
    static final Age NONE = new Age(0, 0, 0, false);
}
