/**
 * Everything that drives an adapter's transport: the entry point of the engine, the batches in flight, and the loop of
 * blocking clients.
 */
@NullMarked
package io.polybloom.driver;

import org.jspecify.annotations.NullMarked;
