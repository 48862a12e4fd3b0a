/** The words that contestants add and ask for: the same for all of a round, others in each round. */
@NullMarked
package io.polybloom.bench.words;

import org.jspecify.annotations.NullMarked;
