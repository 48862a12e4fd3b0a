/** Tests of the operator: on a harness, against schedules, and on a cluster that is killed. */
@NullMarked
package io.polybloom.flink;

import org.jspecify.annotations.NullMarked;
