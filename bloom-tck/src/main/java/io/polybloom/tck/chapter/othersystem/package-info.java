/** Filters in the layouts of other systems, compared with data that their programs have written. */
@NullMarked
package io.polybloom.tck.chapter.othersystem;

import org.jspecify.annotations.NullMarked;
