/** The application's own client of Redis, found among its beans. */
@NullMarked
package io.polybloom.spring.client;

import org.jspecify.annotations.NullMarked;
