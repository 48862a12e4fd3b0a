/**
 * A filter that one client has open: its current snapshot, its recovery from dead partitions, its growth, and what ends
 * or empties it ({@code Lifecycle}). Not exported.
 */
@NullMarked
package io.polybloom.internal.filter;

import org.jspecify.annotations.NullMarked;
