/** The words that filters take and are asked about, and the judge of their answers. */
@NullMarked
package io.polybloom.bench.words;

import org.jspecify.annotations.NullMarked;
