/**
 * How a filter is rebuilt while it is in use: the next generation is made, filled, and takes its place. Not exported.
 */
@NullMarked
package io.polybloom.internal.rebuild;

import org.jspecify.annotations.NullMarked;
