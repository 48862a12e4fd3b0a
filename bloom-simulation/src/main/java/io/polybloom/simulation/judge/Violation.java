package io.polybloom.simulation.judge;

import org.jspecify.annotations.Nullable;

/**
 * A promise that was broken.
 *
 * @param kind which one
 * @param detail how
 * @param excuse why the promise could not be kept; null if nothing excuses it
 */
public record Violation(Kind kind, String detail, @Nullable Excuse excuse) {

    /** The promises. */
    public enum Kind {
        /** No order of the calls explains the answers about an element. */
        WRONG_ANSWER,
        /** A call threw an exception that no event explains. */
        UNEXPLAINED_EXCEPTION,
        /** An object has said that its filter is gone, and has used what is left of it since. */
        USED_WHEN_GONE,
        /** An operation did not come to an end. */
        UNANSWERED,
        /** A key without expiry belongs to no filter. */
        ORPHAN,
        /** The register and its copy have different current versions, although nothing went wrong. */
        COPIES_DIFFER,
        /** A key lives longer than its register says. */
        OUTLIVES_REGISTER,
        /** A key expires earlier than its register says, although nobody is changing the expiry. */
        EXPIRES_EARLY,
        /** A call has returned normally, and what it promises is not so. */
        NO_EFFECT,
        /** A partition of a filter that forgets is alive in two places of its way. */
        TWO_PLACES,
        /** A layer is sealed that has room. */
        SEALED_EARLY,
        /** A layer of a filter that grows has far more elements than it is made for. */
        OVER_FULL
    }

    @Override
    public String toString() {
        return kind + ": " + detail + (excuse == null ? "" : " (" + excuse.allowance() + ": " + excuse.cause() + ")");
    }
}
