/** JMH benchmarks of the adapters. */
@NullMarked
package io.polybloom.bench;

import org.jspecify.annotations.NullMarked;
