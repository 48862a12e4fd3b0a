/**
 * Claims: which delivery of a writer was the first to bring an element, so that a repeated delivery gets its answer
 * again. Not exported.
 *
 * <p>{@code ClaimsRoom} answers to the core. {@code OpenClaims} is the claims of one writer, {@code ClaimedAdd} an add
 * under them, {@code Claim} a member of the stored set, whose key is a {@code ClaimsKey}. {@code Writers} records the
 * keys of all writers, removes them, and lets them expire.
 */
@NullMarked
package io.polybloom.internal.claims;

import org.jspecify.annotations.NullMarked;
