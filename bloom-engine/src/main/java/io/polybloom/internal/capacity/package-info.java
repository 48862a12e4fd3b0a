/** Notices when a filter is full, from samples of its bits, and then seals it or opens the next layer. Not exported. */
@NullMarked
package io.polybloom.internal.capacity;

import org.jspecify.annotations.NullMarked;
