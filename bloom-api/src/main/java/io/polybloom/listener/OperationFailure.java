package io.polybloom.listener;

/**
 * Why an operation failed.
 *
 * @param reason a word of capitals and underscores, one of few, so that failures can be counted by it: the reason of a
 *     {@code BackendException}, such as {@code NO_ANSWER}; the name of any other exception of this library without its
 *     ending, such as {@code LOST_DATA}; or {@code OTHER} for an exception of the caller's code. That of a bulk
 *     operation is the reason for which it stopped
 * @param exception what the caller gets
 */
public record OperationFailure(String reason, Throwable exception) {}
