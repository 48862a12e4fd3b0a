/** Runs the application on a real Redis, and lets orders fail. */
@NullMarked
package io.polybloom.examples.camel;

import org.jspecify.annotations.NullMarked;
