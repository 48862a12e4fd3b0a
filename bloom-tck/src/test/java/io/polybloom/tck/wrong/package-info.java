/** Backends with one deliberate mistake each, and the proof that the kit finds it. */
@NullMarked
package io.polybloom.tck.wrong;

import org.jspecify.annotations.NullMarked;
