/** The tests that pass on every version of Spring Boot: each starter compiles and runs them. */
@NullMarked
package io.polybloom.spring.starter;

import org.jspecify.annotations.NullMarked;
