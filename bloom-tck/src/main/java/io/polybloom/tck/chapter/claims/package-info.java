/** Claims: de-duplication that survives a crash. */
@NullMarked
package io.polybloom.tck.chapter.claims;

import org.jspecify.annotations.NullMarked;
