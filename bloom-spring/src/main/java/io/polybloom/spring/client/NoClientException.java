package io.polybloom.spring.client;

/** Thrown if the beans of the application include no Redis client, or several and none of them is primary. */
public final class NoClientException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NoClientException(String message) {
        super(message);
    }
}
