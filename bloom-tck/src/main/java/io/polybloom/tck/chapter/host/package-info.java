/** The rules about hosts that refuse commands. */
@NullMarked
package io.polybloom.tck.chapter.host;

import org.jspecify.annotations.NullMarked;
