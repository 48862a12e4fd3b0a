/**
 * Finds filters, and creates the native ones. Not exported.
 *
 * <p>Begin with {@code Openings}, which chooses by the layout: a {@code NativeOpening} reads a config, a
 * {@code ForeignOpening} or {@code ModuleOpening} a record of another system or the parameters of the caller. A new
 * filter gets its name by a {@code NameClaim}. A client that finds a {@code RebuildDecision} carries it out.
 */
@NullMarked
package io.polybloom.internal.opening;

import org.jspecify.annotations.NullMarked;
