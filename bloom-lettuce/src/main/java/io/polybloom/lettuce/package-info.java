/** Bloom filters on a Lettuce client, blocking or with {@link java.util.concurrent.CompletionStage}. */
@NullMarked
package io.polybloom.lettuce;

import org.jspecify.annotations.NullMarked;
