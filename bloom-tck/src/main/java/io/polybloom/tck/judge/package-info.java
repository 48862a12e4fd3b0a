/**
 * Judges each test by its rule: a failure becomes a violation that says where to look, and every result is reported.
 */
@NullMarked
package io.polybloom.tck.judge;

import org.jspecify.annotations.NullMarked;
