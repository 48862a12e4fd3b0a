/**
 * The exploration of a world: which schedules, how many, the violations found, and the shortest schedule that shows
 * one.
 */
@NullMarked
package io.polybloom.simulation.explore;

import org.jspecify.annotations.NullMarked;
