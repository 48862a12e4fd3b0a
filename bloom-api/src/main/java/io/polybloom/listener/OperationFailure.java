package io.polybloom.listener;

/**
 * The reason why an operation failed.
 *
 * @param reason one of a small set of names in capitals, by which failures can be counted: the reason of a
 *     {@code BackendException}, such as {@code NO_ANSWER}; the name of any other exception of this library without its
 *     ending, such as {@code LOST_DATA}; or {@code OTHER} for an exception of the caller's code. For a bulk operation,
 *     the reason why it stopped
 * @param exception the exception that the caller gets
 */
public record OperationFailure(String reason, Throwable exception) {}
