package io.polybloom.tck.wrong.backend;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a mistake because of which a test waits for an event that never comes: its client gives up soon, instead of
 * when the patience of the test ends.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface WaitsInVain {}
