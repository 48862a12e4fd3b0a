/** Streams of lines that are added to a filter, and the promise for each line. */
@NullMarked
package io.polybloom.cli.stream;

import org.jspecify.annotations.NullMarked;
