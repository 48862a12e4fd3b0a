/**
 * The judge: a sequential model of each element, the exceptions that may be thrown, and the conditions that must hold
 * at rest.
 */
@NullMarked
package io.polybloom.simulation.judge;

import org.jspecify.annotations.NullMarked;
