/** What holds on every version of Spring Boot: these tests are compiled and run by each starter. */
@NullMarked
package io.polybloom.spring.starter;

import org.jspecify.annotations.NullMarked;
