/**
 * The flavour that answers with {@link java.util.concurrent.CompletionStage}: its interfaces, and the driver with which
 * an adapter offers it.
 */
@NullMarked
package io.polybloom.async;

import org.jspecify.annotations.NullMarked;
