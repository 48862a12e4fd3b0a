/**
 * Finds filters, and creates the native ones. Not exported.
 *
 * <p>Begin with {@code Openings}, which chooses by the layout: a {@code NativeOpening} reads a register, a
 * {@code ForeignOpening} or {@code ModuleOpening} a record of another system or the parameters of the caller. What
 * another client has begun is ended by {@code register.Finishing}.
 */
@NullMarked
package io.polybloom.internal.opening;

import org.jspecify.annotations.NullMarked;
