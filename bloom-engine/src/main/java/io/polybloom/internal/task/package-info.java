/** Runs tasks on whole filters. Not exported. */
@NullMarked
package io.polybloom.internal.task;

import org.jspecify.annotations.NullMarked;
