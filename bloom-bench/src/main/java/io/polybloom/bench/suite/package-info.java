/** The sections of the benchmark, and its targets. */
@NullMarked
package io.polybloom.bench.suite;

import org.jspecify.annotations.NullMarked;
