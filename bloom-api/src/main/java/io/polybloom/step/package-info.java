/** What the engine wants next: steps, made without any I/O, which a driver runs. */
@NullMarked
package io.polybloom.step;

import org.jspecify.annotations.NullMarked;
