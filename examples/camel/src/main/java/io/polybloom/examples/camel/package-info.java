/** A Camel application on Spring Boot that ships each order once. */
@NullMarked
package io.polybloom.examples.camel;

import org.jspecify.annotations.NullMarked;
