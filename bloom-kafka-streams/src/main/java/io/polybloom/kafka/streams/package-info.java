/**
 * De-duplication as a processor of Kafka Streams: {@link io.polybloom.kafka.streams.DistinctRecords} makes a processor
 * that forwards each distinct record once, and loses none when the application crashes.
 */
@NullMarked
package io.polybloom.kafka.streams;

import org.jspecify.annotations.NullMarked;
