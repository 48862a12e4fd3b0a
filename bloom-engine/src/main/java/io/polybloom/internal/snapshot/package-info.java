/** The format of snapshots: a whole native filter in one stream of bytes. Not exported. */
@NullMarked
package io.polybloom.internal.snapshot;

import org.jspecify.annotations.NullMarked;
