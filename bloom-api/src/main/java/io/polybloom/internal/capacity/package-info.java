/** What happens when a filter is full: samples of the bits, seals, and further layers. Not exported. */
@NullMarked
package io.polybloom.internal.capacity;

import org.jspecify.annotations.NullMarked;
