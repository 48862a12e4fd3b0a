/** The elements of an operation: their bytes, and the outcome of each. Not exported. */
@NullMarked
package io.polybloom.internal.element;

import org.jspecify.annotations.NullMarked;
