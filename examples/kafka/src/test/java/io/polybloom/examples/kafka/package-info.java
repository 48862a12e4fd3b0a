/** Runs the consumer against a real broker and a real Redis, and kills it. */
@NullMarked
package io.polybloom.examples.kafka;

import org.jspecify.annotations.NullMarked;
