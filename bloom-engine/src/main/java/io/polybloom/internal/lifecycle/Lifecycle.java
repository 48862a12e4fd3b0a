package io.polybloom.internal.lifecycle;

import io.polybloom.internal.expiry.ChangeOfExpiry;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.register.Deletion;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.seam.Seams;
import io.polybloom.step.Step;
import java.util.List;

/**
 * Empties, expires and removes a filter: one that is stored as versions, unless a subclass does it. After a crash,
 * repeating the call repairs everything.
 */
public class Lifecycle {

    private static final List<LifecycleRoom> ROOMS = Seams.of(LifecycleRoom.class);

    private final OpenFilter filter;

    protected Lifecycle(OpenFilter filter) {
        this.filter = filter;
    }

    /** Returns the way in which this is done for an open filter. */
    public static Lifecycle of(OpenFilter filter) {
        return Seams.first(ROOMS, room -> room.lifecycle(filter)).orElseGet(() -> new Lifecycle(filter));
    }

    /** Removes all elements. */
    public Step<Void> clear() {
        return new Clearing(filter).start();
    }

    /** Changes how long every key of the filter lives. */
    public Step<Void> live(Lifetime lifetime) {
        return new ChangeOfExpiry(filter, lifetime).start();
    }

    /** Removes every key of the filter. */
    public Step<Void> delete() {
        Register register = new Register(filter.name(), filter.environment());
        return Deletion.of(register, filter.environment(), filter.snapshot().generation())
                .start()
                .asVoid();
    }
}
