/** Which bits an element touches, for people who want to see for themselves. Asks no server. */
@NullMarked
package io.polybloom.locate;

import org.jspecify.annotations.NullMarked;
