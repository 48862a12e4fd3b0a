/**
 * The interface that adapters implement: the transport, the commands and batches that it carries, and the replies that
 * it returns.
 */
@NullMarked
package io.polybloom.spi;

import org.jspecify.annotations.NullMarked;
