/** The measurement itself: interleaved rounds, their medians and ratios, and the check of answers. */
@NullMarked
package io.polybloom.bench.run;

import org.jspecify.annotations.NullMarked;
