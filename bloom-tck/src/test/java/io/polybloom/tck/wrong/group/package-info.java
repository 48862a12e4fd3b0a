/** Mistakes with groups of commands, over a correct transport that sends groups. */
@NullMarked
package io.polybloom.tck.wrong.group;

import org.jspecify.annotations.NullMarked;
