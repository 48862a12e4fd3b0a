/** Runs the jobs on a real Spark, in local mode, and makes tasks and the driver fail. */
@NullMarked
package io.polybloom.examples.spark;

import org.jspecify.annotations.NullMarked;
