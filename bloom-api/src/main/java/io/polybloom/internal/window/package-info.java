/** What time it is for a filter that forgets, and which of its slices are remembered. Not exported. */
@NullMarked
package io.polybloom.internal.window;

import org.jspecify.annotations.NullMarked;
