/** Mistakes in how a client is used. */
@NullMarked
package io.polybloom.tck.wrong.client;

import org.jspecify.annotations.NullMarked;
