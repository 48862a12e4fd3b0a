/**
 * Filters whose bits the server itself computes and stores: as partitions of a native filter, or as a filter that
 * somebody else has made with {@code BF.RESERVE}. Not exported.
 */
@NullMarked
package io.polybloom.internal.server;

import org.jspecify.annotations.NullMarked;
