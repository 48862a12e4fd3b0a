/** Tests the processor in a driver without a broker; the example of Kafka kills it on a real one. */
@NullMarked
package io.polybloom.kafka.streams;

import org.jspecify.annotations.NullMarked;
