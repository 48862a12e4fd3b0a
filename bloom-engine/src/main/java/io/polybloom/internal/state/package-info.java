/**
 * What is stored about a filter: a {@code FilterState} is one value, whose changes are functions without I/O, and
 * {@code StateText} its text. Not exported.
 */
@NullMarked
package io.polybloom.internal.state;

import org.jspecify.annotations.NullMarked;
