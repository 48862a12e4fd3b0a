/** Streams of lines that are added to a filter, and what is promised of each line whatever happens. */
@NullMarked
package io.polybloom.cli.stream;

import org.jspecify.annotations.NullMarked;
