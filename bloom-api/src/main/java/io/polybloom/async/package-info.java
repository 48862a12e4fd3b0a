/** The flavour of the API that answers with {@link java.util.concurrent.CompletionStage}. */
@NullMarked
package io.polybloom.async;

import org.jspecify.annotations.NullMarked;
