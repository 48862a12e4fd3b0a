/**
 * A filter that one client has open: its current snapshot, its recovery from dead partitions, its statistics, and the
 * touch of its register. Not exported.
 */
@NullMarked
package io.polybloom.internal.filter;

import org.jspecify.annotations.NullMarked;
