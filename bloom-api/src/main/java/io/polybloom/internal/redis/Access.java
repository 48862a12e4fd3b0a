package io.polybloom.internal.redis;

import io.polybloom.ElementOutcome;
import io.polybloom.spi.Verb;

/** The ways to touch the bits of an element, and the outcome to which each says yes. */
public enum Access {
    /** Sets the bits; the answer is whether the element is new. */
    ADD(Verb.BITFIELD, ElementOutcome.NEW),
    /** Sets the bits and seals the partition, which whoever has opened the next layer has not come to yet. */
    ADD_AND_SEAL(Verb.BITFIELD, ElementOutcome.NEW),
    /** Reads the bits; the answer is whether the element may be there. */
    LOOK_UP(Verb.BITFIELD_RO, ElementOutcome.PRESENT),
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

    public boolean isWrite() {
        return verb.isWrite();
    }

    /** Whether replicas may answer. */
    public boolean mayAskReplica() {
        return this == LOOK_UP_ON_REPLICA;
    }

    /** The outcome for which the answer to the caller is {@code true}. */
    public ElementOutcome yes() {
        return yes;
    }
}
