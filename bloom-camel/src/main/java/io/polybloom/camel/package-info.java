/** Idempotent repositories of Apache Camel that keep the messages that they have seen in a Bloom filter. */
@NullMarked
package io.polybloom.camel;

import org.jspecify.annotations.NullMarked;
