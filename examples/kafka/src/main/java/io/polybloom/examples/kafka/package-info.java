/** A Kafka consumer that forwards every event once, even if it is killed and restarted. */
@NullMarked
package io.polybloom.examples.kafka;

import org.jspecify.annotations.NullMarked;
