package io.polybloom.internal.capacity;

import io.polybloom.internal.model.Layer;
import java.util.Optional;

/** A room that measures layers in a way of its own. */
public interface SampleRoom {

    /** Prepares the sample of a layer if it is one of the room's. */
    Optional<Sample> sample(Layer layer, Precision precision);
}
