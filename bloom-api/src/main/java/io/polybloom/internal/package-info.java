/** The engine: every decision about a filter, without any I/O. Not exported. */
@NullMarked
package io.polybloom.internal;

import org.jspecify.annotations.NullMarked;
