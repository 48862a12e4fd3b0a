/** Mistakes with the claims of writers. */
@NullMarked
package io.polybloom.tck.wrong.claims;

import org.jspecify.annotations.NullMarked;
