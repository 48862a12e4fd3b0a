package io.polybloom.internal.opening;

import io.polybloom.FilterSpec;
import io.polybloom.layout.Layout;
import io.polybloom.step.Environment;
import java.util.Optional;

/** A room whose filters are found and made in a way of their own, since they are not stored as versions. */
public interface OpeningRoom {

    /** Returns the way to open the filter that a caller asks for; empty if it is not one of the room's. */
    Optional<Opening> opening(FilterSpec spec, Layout layout, Environment environment);
}
