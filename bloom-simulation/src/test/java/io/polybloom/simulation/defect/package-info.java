/** Each defect that was found in an engine, as a world that shows it. */
@NullMarked
package io.polybloom.simulation.defect;

import org.jspecify.annotations.NullMarked;
