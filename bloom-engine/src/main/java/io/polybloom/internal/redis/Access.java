package io.polybloom.internal.redis;

import io.polybloom.ElementOutcome;
import io.polybloom.spi.Verb;

/** The ways to access the bits of an element, each with the outcome for which it answers {@code true}. */
public enum Access {
    /** Sets the bits, or increments the counters; the answer is whether the element is new. */
    ADD(Verb.BITFIELD, ElementOutcome.NEW),
    /**
     * Sets the bits and seals the partition, which the client that has opened the next layer may not have sealed yet.
     */
    ADD_AND_SEAL(Verb.BITFIELD, ElementOutcome.NEW),
    /** Decrements the counters of the element; the answer is whether it was there. */
    REMOVE(Verb.BITFIELD, ElementOutcome.PRESENT),
    /**
     * Reads the bits by a command that a server refuses when it is not a primary: a demoted server, whose data may be
     * out of date forever, must not report an element as absent.
     */
    LOOK_UP(Verb.BITFIELD, ElementOutcome.PRESENT),
    /**
     * Reads the bits where a primary refuses {@link #LOOK_UP}, for example because its memory is full: by a read, which
     * counts only after another proof that the server is a primary.
     */
    LOOK_UP_BEHIND_REFUSAL(Verb.BITFIELD_RO, ElementOutcome.PRESENT),
    /** Reads the bits where a replica may answer, as far as it knows. */
    LOOK_UP_ON_REPLICA(Verb.BITFIELD_RO, ElementOutcome.PRESENT);

    private final Verb verb;
    private final ElementOutcome yes;

    Access(Verb verb, ElementOutcome yes) {
        this.verb = verb;
        this.yes = yes;
    }

    Verb verb() {
        return verb;
    }

    /** Returns whether bits are changed. */
    public boolean isWrite() {
        return this == ADD || this == ADD_AND_SEAL || this == REMOVE;
    }

    /** Returns whether replicas may answer. */
    public boolean mayAskReplica() {
        return this == LOOK_UP_ON_REPLICA;
    }

    /** Returns the outcome for which the answer to the caller is {@code true}. */
    public ElementOutcome yes() {
        return yes;
    }
}
