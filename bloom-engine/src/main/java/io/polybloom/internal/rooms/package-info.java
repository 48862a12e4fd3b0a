/** The table of all rooms. Not exported. */
@NullMarked
package io.polybloom.internal.rooms;

import org.jspecify.annotations.NullMarked;
