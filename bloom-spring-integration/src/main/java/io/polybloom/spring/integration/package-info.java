/** Idempotent receivers of Spring Integration that keep the messages that they have seen in a Bloom filter. */
@NullMarked
package io.polybloom.spring.integration;

import org.jspecify.annotations.NullMarked;
