package io.polybloom.step;

/**
 * Says when a bulk operation may transfer a partition as a whole instead of naming each bit. The answers do not depend
 * on this choice.
 */
public enum WholePartitions {
    /** Look-ups and adds name their bits. */
    NOWHERE,
    /** Look-ups read a partition where that is cheaper; adds name their bits, since the transport sends no groups. */
    TO_READ,
    /** Look-ups read a partition, and adds exchange it, where that is cheaper. */
    WHERE_CHEAPER,
    /** Look-ups read a partition, and adds exchange it, wherever that is possible: for tests of such transfers. */
    WHERE_POSSIBLE;

    /** Returns whether adds may exchange a partition, which needs a transport that sends groups. */
    public boolean needsGroups() {
        return this == WHERE_CHEAPER || this == WHERE_POSSIBLE;
    }
}
