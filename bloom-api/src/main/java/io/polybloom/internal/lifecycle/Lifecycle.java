package io.polybloom.internal.lifecycle;

import io.polybloom.internal.config.ForeignConfig;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Step;
import java.time.Instant;

/** Empties, expires and removes a filter. */
public interface Lifecycle {

    /** Returns the way in which this is done for an open filter. */
    static Lifecycle of(OpenFilter filter) {
        Generation generation = filter.snapshot().generation();
        if (!generation.isForeign()) {
            return new NativeLifecycle(filter);
        }
        return generation.isOfServer()
                ? new ModuleLifecycle(filter)
                : new ForeignLifecycle(filter, ForeignConfig.of(generation.description(), generation.layout()));
    }

    /** Removes all elements. */
    Step<Void> clear();

    /** Lets every key of the filter expire. */
    Step<Void> expireAt(Instant instant);

    /** Removes the expiry of all keys of the filter. */
    Step<Void> persist();

    /** Removes every key of the filter. */
    Step<Void> delete();
}
