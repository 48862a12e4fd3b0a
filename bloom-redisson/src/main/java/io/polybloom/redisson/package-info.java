/** Bloom filters on a Redisson client, blocking or with {@link java.util.concurrent.CompletionStage}. */
@NullMarked
package io.polybloom.redisson;

import org.jspecify.annotations.NullMarked;
