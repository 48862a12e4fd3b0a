/** The health of filters in Spring Boot 4. */
@NullMarked
package io.polybloom.spring.boot4;

import org.jspecify.annotations.NullMarked;
