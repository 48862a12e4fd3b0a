package io.polybloom.spring.client;

/** Thrown if the application has no bean that is a Redis client, or several of which none is primary. */
public final class NoClientException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NoClientException(String message) {
        super(message);
    }
}
