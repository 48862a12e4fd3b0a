package io.polybloom;

import org.jspecify.annotations.Nullable;

/**
 * Redis, or the connection to it, has refused a command or failed. The client's own exception is the
 * {@linkplain #getCause() cause} where the client threw one. {@link #mayHaveBeenApplied()} says whether the call may
 * have changed anything on the server. Polybloom never resends a write that may have reached the server.
 */
public final class BackendException extends BloomFilterException {
    private static final long serialVersionUID = 1L;

    /** The reason for a failure, as far as the messages of the server and the client reveal it. */
    public enum Reason {
        /**
         * There was no connection: it was refused or closed, the host is unknown, or the client has none free. Or a
         * single call waited for other calls of the same filter object, and the server answered none of them within the
         * client's timeout. The command was not sent.
         */
        UNREACHABLE,
        /** The request was sent, or may have been, and its reply did not arrive: a timeout or a broken connection. */
        NO_ANSWER,
        /** The calling thread was interrupted; its interrupt flag stays set. */
        INTERRUPTED,
        /**
         * This single call was refused, because 65,536 others are already waiting on the same filter object. Nothing
         * was sent for it.
         */
        TOO_MANY_WAITING,
        /** The caller has closed the client, or the runtime that it runs on. */
        CLIENT_CLOSED,
        /**
         * Fewer replicas than {@link FilterOptions#acknowledgedBy} demands have acknowledged the write in time: a
         * failover may undo it.
         */
        NOT_ACKNOWLEDGED,
        /** Wrong or missing password, or a user without permission. */
        AUTHENTICATION,
        /** The server is still loading its data set. */
        LOADING,
        /** The server is at its {@code maxmemory} and may not evict. */
        OUT_OF_MEMORY,
        /** The server is a replica, or refuses writes because it cannot persist or replicate them. */
        READ_ONLY,
        /** A cluster node redirected the command and the client did not follow, or the cluster is not complete. */
        REDIRECTED,
        /** Any other error reply. */
        SERVER_ERROR
    }

    private final Reason reason;
    private final boolean mayHaveBeenApplied;

    /** Creates the exception with a message that names the failure and the remedy. */
    public BackendException(Reason reason, boolean mayHaveBeenApplied, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.mayHaveBeenApplied = mayHaveBeenApplied;
    }

    /** Returns why the backend failed. */
    public Reason reason() {
        return reason;
    }

    /**
     * Returns the same failure for an operation that may have applied an earlier write: {@link #mayHaveBeenApplied}
     * refers to the whole operation, not to its last command.
     */
    public BackendException afterAnAppliedWrite() {
        BackendException same = new BackendException(
                reason, true, getMessage() + "; an earlier write of the same call was applied", getCause());
        same.setStackTrace(getStackTrace());
        for (Throwable suppressed : getSuppressed()) {
            same.addSuppressed(suppressed);
        }
        return same;
    }

    /** Returns whether the failed operation may have changed anything on the server; false if it sent no write. */
    public boolean mayHaveBeenApplied() {
        return mayHaveBeenApplied;
    }
}
