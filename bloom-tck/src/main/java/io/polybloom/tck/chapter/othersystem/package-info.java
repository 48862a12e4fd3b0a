/** Filters in the layouts of other systems, judged by what the programs of those systems have written. */
@NullMarked
package io.polybloom.tck.chapter.othersystem;

import org.jspecify.annotations.NullMarked;
