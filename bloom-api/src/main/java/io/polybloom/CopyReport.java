package io.polybloom;

/**
 * What was copied.
 *
 * @param description the parameters of the copy
 * @param keys the number of strings
 * @param bytes their length in all
 * @param sha256 the SHA-256 of their bytes, one string after the other, as 64 hexadecimal digits; it was computed on both sides
 */
public record CopyReport(FilterDescription description, int keys, long bytes, String sha256) {}
