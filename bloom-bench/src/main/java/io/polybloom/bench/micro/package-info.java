/** Measurements of work in memory, with JMH. */
@NullMarked
package io.polybloom.bench.micro;

import org.jspecify.annotations.NullMarked;
