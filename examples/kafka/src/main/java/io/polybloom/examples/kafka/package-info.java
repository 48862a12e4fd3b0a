/** A Kafka consumer that forwards every event once, also when it is killed and started again. */
@NullMarked
package io.polybloom.examples.kafka;

import org.jspecify.annotations.NullMarked;
