package io.polybloom.internal.redis;

/**
 * The cause of a {@link io.polybloom.spi.Reply.Failure} of a write that fewer replicas have acknowledged than the
 * caller demands.
 */
public final class NotAcknowledgedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with both numbers of replicas. */
    public NotAcknowledgedException(long acknowledged, int asked) {
        this("only " + acknowledged + " of " + asked
                + " replicas acknowledged the write in time; the primary has it, but a failover may lose it");
    }

    private NotAcknowledgedException(String message) {
        super(message);
    }

    /** Returns the exception for a write that the primary had not flushed to disk in time. */
    public static NotAcknowledgedException notPersisted() {
        return new NotAcknowledgedException("the primary did not have the write on disk in time; it has it in memory,"
                + " but a crash may lose it");
    }
}
