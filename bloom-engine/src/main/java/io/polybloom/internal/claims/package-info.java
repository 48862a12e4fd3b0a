/**
 * Claims: which delivery of a writer was the first to bring an element, so that a repeated delivery gets its answer
 * again. Not exported.
 *
 * <p>{@code OpenClaims} is the claims of one writer, {@code ClaimedAdd} an add under them, {@code Claim} a member of
 * the stored set. Its key is {@code model.ClaimsKey}; {@code register.Writers} records it, removes it, and lets it
 * expire.
 */
@NullMarked
package io.polybloom.internal.claims;

import org.jspecify.annotations.NullMarked;
