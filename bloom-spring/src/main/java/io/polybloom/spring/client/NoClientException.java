package io.polybloom.spring.client;

/** No Redis client was found among the beans of the application, or more than one. */
public final class NoClientException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NoClientException(String message) {
        super(message);
    }
}
