/** Copies, exports, imports and merges whole filters. Not exported. */
@NullMarked
package io.polybloom.internal.transfer;

import org.jspecify.annotations.NullMarked;
