package io.polybloom.internal.lifecycle;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ForeignConfig;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layout;
import io.polybloom.layout.ModuleLayout;
import io.polybloom.step.Step;
import java.time.Instant;

/** Empties, expires and removes a filter. */
public interface Lifecycle {

    /** Returns the way in which this is done for an open filter. */
    static Lifecycle of(OpenFilter filter) {
        FilterDescription description = filter.snapshot().generation().description();
        Layout layout = filter.snapshot().generation().layout();
        if (layout instanceof ForeignLayout && layout instanceof ModuleLayout) {
            return new ModuleLifecycle(filter);
        }
        return layout instanceof ForeignLayout
                ? new ForeignLifecycle(filter, ForeignConfig.of(description, layout))
                : new NativeLifecycle(filter);
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
