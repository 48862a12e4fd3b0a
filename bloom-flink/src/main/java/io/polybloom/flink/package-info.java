/** Forwards each distinct element of a Flink stream once. */
@NullMarked
package io.polybloom.flink;

import org.jspecify.annotations.NullMarked;
