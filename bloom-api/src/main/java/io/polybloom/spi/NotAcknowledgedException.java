package io.polybloom.spi;

/** The cause of a {@link Reply.Failure} of a write that fewer replicas have acknowledged than the caller demands. */
public final class NotAcknowledgedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with both numbers of replicas. */
    public NotAcknowledgedException(long acknowledged, int asked) {
        super("only " + acknowledged + " of " + asked
                + " replicas acknowledged the write in time; the primary has it, but a failover may lose it");
    }
}
