/** What is allowed to be broken, each with a world that needs it. */
@NullMarked
package io.polybloom.simulation.allowed;

import org.jspecify.annotations.NullMarked;
