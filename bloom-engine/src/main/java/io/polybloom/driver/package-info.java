/**
 * Drives the transport of an adapter through the steps of an operation: {@code Flight} holds the batches that are under
 * way, {@code BlockingDriver} waits for their replies, {@code CallbackDriver} is called by them. With the filters of
 * the blocking flavour and of that of stages.
 */
@NullMarked
package io.polybloom.driver;

import org.jspecify.annotations.NullMarked;
