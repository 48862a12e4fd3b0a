/**
 * The port that adapters implement and the engine that they drive: commands, batches, replies, steps, and the loop that runs
 * steps on a blocking transport.
 */
@NullMarked
package io.polybloom.spi;

import org.jspecify.annotations.NullMarked;
