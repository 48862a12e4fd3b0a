package io.polybloom.internal.model;

import io.polybloom.FilterDescription;
import io.polybloom.layout.Layout;
import java.util.Optional;

/** A room whose filters have layers that follow one another in a way of their own. */
public interface LayeringRoom {

    /** Returns how the layers of a filter follow one another if it is one of the room's. */
    Optional<Layering> layering(FilterDescription filter, Layout layout);

    /** Returns why the keys of a filter do not stay where they are, if so: the end of a sentence about it. */
    Optional<String> whyKeysMove(FilterDescription filter);
}
