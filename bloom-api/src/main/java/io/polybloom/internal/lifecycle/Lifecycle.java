package io.polybloom.internal.lifecycle;

import io.polybloom.internal.config.ForeignConfig;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.open.Removal;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.Optional;

/**
 * Empties, expires and removes a filter: a native one, unless it is one of the others below. After a crash, repeating
 * the call repairs everything.
 */
public sealed class Lifecycle permits ForeignLifecycle, ModuleLifecycle {

    final OpenFilter filter;

    Lifecycle(OpenFilter filter) {
        this.filter = filter;
    }

    /** Returns the way in which this is done for an open filter. */
    public static Lifecycle of(OpenFilter filter) {
        Generation generation = filter.snapshot().generation();
        if (!generation.isForeign()) {
            return new Lifecycle(filter);
        }
        return generation.isOfServer()
                ? new ModuleLifecycle(filter)
                : new ForeignLifecycle(filter, ForeignConfig.of(generation.description(), generation.layout()));
    }

    /** Removes all elements. */
    public Step<Void> clear() {
        return WriteTracking.of(new Clearing(filter).start());
    }

    /** Lets every key of the filter expire. */
    public Step<Void> expireAt(Instant instant) {
        return WriteTracking.of(new ChangeOfExpiry(filter).start(Optional.of(instant)));
    }

    /** Removes the expiry of all keys of the filter. */
    public Step<Void> persist() {
        return WriteTracking.of(new ChangeOfExpiry(filter).start(Optional.empty()));
    }

    /** Removes every key of the filter. */
    public Step<Void> delete() {
        return WriteTracking.of(Removal.of(filter.snapshot().generation()).start())
                .then(deleted -> {
                    filter.forget();
                    return Step.done();
                });
    }
}
