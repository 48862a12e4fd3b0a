/**
 * What is right: a sequential model of each element, the exceptions that may be thrown, and what must hold when all is
 * at rest.
 */
@NullMarked
package io.polybloom.simulation.judge;

import org.jspecify.annotations.NullMarked;
