/** Explains why an application with filters does not start. */
@NullMarked
package io.polybloom.spring.failure;

import org.jspecify.annotations.NullMarked;
