/** Mistakes with groups of commands, and a right transport that sends them to begin with. */
@NullMarked
package io.polybloom.tck.wrong.group;

import org.jspecify.annotations.NullMarked;
