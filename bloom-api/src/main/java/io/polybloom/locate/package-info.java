/** Shows which bits an element touches, to check a filter by hand. Asks no server. */
@NullMarked
package io.polybloom.locate;

import org.jspecify.annotations.NullMarked;
