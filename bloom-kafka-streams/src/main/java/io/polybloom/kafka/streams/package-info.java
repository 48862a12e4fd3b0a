/** De-duplication as a processor of Kafka Streams. */
@NullMarked
package io.polybloom.kafka.streams;

import org.jspecify.annotations.NullMarked;
