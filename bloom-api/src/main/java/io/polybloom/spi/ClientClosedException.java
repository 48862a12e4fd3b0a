package io.polybloom.spi;

/** The cause of a {@link Reply.Failure} that an adapter returns if the caller has closed the client. */
public final class ClientClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with the client's own exception as its cause. */
    public ClientClosedException(Throwable cause) {
        super("the client has been closed", cause);
    }
}
