/** Finds the application's own Redis client among its beans. */
@NullMarked
package io.polybloom.spring.client;

import org.jspecify.annotations.NullMarked;
