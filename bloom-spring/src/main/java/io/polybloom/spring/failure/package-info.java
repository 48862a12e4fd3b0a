/** Explains why an application with filters has failed to start. */
@NullMarked
package io.polybloom.spring.failure;

import org.jspecify.annotations.NullMarked;
