package io.polybloom.tck.wrong.backend;

import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import java.time.Duration;

/** Connects a right client with a mistake on the way to it. */
public interface Connector {

    Connection connect(Target target, Duration timeout);

    /** Whether the right transport under the mistake sends groups. */
    default boolean sendsGroups() {
        return false;
    }
}
