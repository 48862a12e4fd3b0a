/**
 * The port that adapters implement: the transport, the commands and batches that it carries, and the replies that it
 * hands back.
 */
@NullMarked
package io.polybloom.spi;

import org.jspecify.annotations.NullMarked;
