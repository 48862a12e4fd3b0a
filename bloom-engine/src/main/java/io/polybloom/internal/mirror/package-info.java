/** Mirrors: all bits of a filter in the memory of this JVM, and how they are read and kept up to date. */
@NullMarked
package io.polybloom.internal.mirror;

import org.jspecify.annotations.NullMarked;
