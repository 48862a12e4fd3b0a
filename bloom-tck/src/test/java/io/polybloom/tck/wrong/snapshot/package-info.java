/** Mistakes by which snapshots do not come back whole. */
@NullMarked
package io.polybloom.tck.wrong.snapshot;

import org.jspecify.annotations.NullMarked;
