/** Writes whole filters to streams and reads them back: other systems' filters, and snapshots of native ones. */
@NullMarked
package io.polybloom.transfer;

import org.jspecify.annotations.NullMarked;
