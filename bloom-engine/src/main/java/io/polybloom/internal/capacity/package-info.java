/** The room that is left in a layer, as one client knows it: samples of bits, and a budget of adds. Not exported. */
@NullMarked
package io.polybloom.internal.capacity;

import org.jspecify.annotations.NullMarked;
