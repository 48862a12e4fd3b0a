/**
 * A filter that one client has open: its current snapshot, the room that is left in it, and its recovery from dead
 * partitions. Not exported.
 */
@NullMarked
package io.polybloom.internal.filter;

import org.jspecify.annotations.NullMarked;
