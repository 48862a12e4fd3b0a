/**
 * A filter that one client has open: its current snapshot, its recovery from dead partitions, its growth and
 * statistics; the watch over its config and expiry; clear, delete, expire and persist ({@code Lifecycle}). Not
 * exported.
 */
@NullMarked
package io.polybloom.internal.filter;

import org.jspecify.annotations.NullMarked;
