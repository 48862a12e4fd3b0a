package io.polybloom.internal.transfer;

import java.util.Optional;

/** A room whose filters are copied in a way of their own, since they are not stored as versions. */
public interface CopyRoom {

    /** Returns the copy of a filter under a name; empty if it is not one of the room's. */
    Optional<CopyTarget> copy(CopySource source, String name);
}
