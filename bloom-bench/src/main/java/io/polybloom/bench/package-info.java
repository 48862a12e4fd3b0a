/** The benchmark: its command line, its sizes and the server that it starts. */
@NullMarked
package io.polybloom.bench;

import org.jspecify.annotations.NullMarked;
