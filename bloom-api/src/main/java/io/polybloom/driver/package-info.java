/**
 * Everything that drives an adapter's transport: the entry into the engine, the batches on their way, and the loop of
 * blocking clients.
 */
@NullMarked
package io.polybloom.driver;

import org.jspecify.annotations.NullMarked;
