/** The health of filters in Spring Boot 3. */
@NullMarked
package io.polybloom.spring.boot3;

import org.jspecify.annotations.NullMarked;
