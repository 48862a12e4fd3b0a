package io.polybloom.simulation.judge;

/**
 * What a call, or an incident, says about one element: an atomic step of the sequential model that falls somewhere
 * between two times.
 *
 * @param kind what it does to the model
 * @param object the filter object that was asked, numbered from 0, or -1
 * @param begin the first time at which it may fall
 * @param end the last one
 * @param optional whether it may not have happened at all
 * @param group the delivery under which a claim was made, numbered from 0: an element that was only brought under the
 *     same delivery does not count as {@link Kind#SEEN}; or {@link #NO_GROUP}
 */
record ModelStep(Kind kind, int object, int begin, int end, boolean optional, int group) {

    /** The group of a step that belongs to no delivery. */
    static final int NO_GROUP = -1;

    /** A step that belongs to no delivery. */
    ModelStep(Kind kind, int object, int begin, int end, boolean optional) {
        this(kind, object, begin, end, optional, NO_GROUP);
    }

    enum Kind {
        /** The element was absent and is present now. */
        NEW,
        /** The element was present. */
        SEEN,
        /** The element was absent. */
        UNSEEN,
        /** The element is present now, whether it was or not. */
        SET,
        /** All elements are absent now. */
        CLEAR,
        /** The filter is gone; the next one of its name is another one. */
        END,
        /** The object stands for the filter that exists now. */
        OPEN,
        /** The object has told its caller that something happened to the filter. */
        NOTICE
    }
}
