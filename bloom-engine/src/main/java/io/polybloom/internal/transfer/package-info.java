/** Copies, exports, imports and merges whole filters; the format of snapshots. Not exported. */
@NullMarked
package io.polybloom.internal.transfer;

import org.jspecify.annotations.NullMarked;
