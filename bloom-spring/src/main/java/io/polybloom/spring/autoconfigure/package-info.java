/** Puts filters and their client into the application context. */
@NullMarked
package io.polybloom.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
