package io.polybloom.simulation.judge;

/**
 * The statement of a call, or of an incident, about one element: an atomic step of the sequential model that falls
 * somewhere between two times.
 *
 * @param kind its effect on the model
 * @param object the filter object that was asked, numbered from 0, or -1
 * @param begin the first time at which it may fall
 * @param end the last one
 * @param optional whether it may not have happened at all
 * @param group the delivery under which a claim was made, numbered from 0: an element that was only brought under the
 *     same delivery does not count as {@link Kind#SEEN}; or {@link #NO_GROUP}
 * @param age when it was, in a filter that forgets
 * @param after the place in the list of steps of that which comes before it, the first one of the same add; or
 *     {@link #NOTHING}
 */
record ModelStep(Kind kind, int object, int begin, int end, boolean optional, int group, Age age, int after) {

    /** The group of a step that belongs to no delivery. */
    static final int NO_GROUP = -1;

    /** The place of no step. */
    static final int NOTHING = -1;

    /** A step that belongs to no delivery, about a filter that does not forget. */
    ModelStep(Kind kind, int object, int begin, int end, boolean optional) {
        this(kind, object, begin, end, optional, NO_GROUP);
    }

    /** A step about a filter that does not forget. */
    ModelStep(Kind kind, int object, int begin, int end, boolean optional, int group) {
        this(kind, object, begin, end, optional, group, Age.NONE, NOTHING);
    }

    /** Returns the same step at an age. */
    ModelStep aged(Age other) {
        return new ModelStep(kind, object, begin, end, optional, group, other, after);
    }

    /** Returns whether another step differs in its begin at most. */
    boolean isLike(ModelStep other) {
        return equals(new ModelStep(
                other.kind, other.object, begin, other.end, other.optional, other.group, other.age, other.after));
    }

    enum Kind {
        /** The element was absent and is present now. */
        NEW,
        /** The element was present. */
        SEEN,
        /** The element was absent. */
        UNSEEN,
        /** The element was present and is absent now. */
        GONE,
        /** The element is present now, whether it was or not. */
        SET,
        /** The element was present, and an add has restarted its time. */
        RENEWED,
        /** The element is forgotten, if it is old enough. This may happen again when it was brought again. */
        FADE,
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
