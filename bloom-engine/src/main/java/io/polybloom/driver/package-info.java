/**
 * Drives the transport of an adapter through the steps of an operation: {@code Flight} holds the batches that are under
 * way, {@code BlockingDriver} waits for their replies, {@code CallbackDriver} is called by them. The filters of the
 * blocking flavour and of that of stages are here, too.
 */
@NullMarked
package io.polybloom.driver;

import org.jspecify.annotations.NullMarked;
