/**
 * A filter that one client has open: its current snapshot, its recovery from dead partitions, its growth and
 * statistics, and the watch over its register and expiry. Not exported.
 */
@NullMarked
package io.polybloom.internal.filter;

import org.jspecify.annotations.NullMarked;
