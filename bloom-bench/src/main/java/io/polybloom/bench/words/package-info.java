/** The words that contestants add and look up: the same for all contestants of a round, others in each round. */
@NullMarked
package io.polybloom.bench.words;

import org.jspecify.annotations.NullMarked;
