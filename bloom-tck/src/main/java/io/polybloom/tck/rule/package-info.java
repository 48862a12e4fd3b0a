/** The rules that every backend keeps, by chapter, and the annotations that bind a test to its rule. */
@NullMarked
package io.polybloom.tck.rule;

import org.jspecify.annotations.NullMarked;
