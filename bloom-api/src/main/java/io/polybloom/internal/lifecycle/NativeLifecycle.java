package io.polybloom.internal.lifecycle;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.open.Removal;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.Optional;

/**
 * Empties, expires and removes a native filter. A crash on the way leaves nothing that repeating the call does not
 * heal.
 */
final class NativeLifecycle implements Lifecycle {

    private final OpenFilter filter;

    NativeLifecycle(OpenFilter filter) {
        this.filter = filter;
    }

    @Override
    public Step<Void> clear() {
        return WriteTracking.of(new Clearing(filter).start());
    }

    @Override
    public Step<Void> expireAt(Instant instant) {
        return WriteTracking.of(new ChangeOfExpiry(filter).start(Optional.of(instant)));
    }

    @Override
    public Step<Void> persist() {
        return WriteTracking.of(new ChangeOfExpiry(filter).start(Optional.empty()));
    }

    @Override
    public Step<Void> delete() {
        return WriteTracking.of(Removal.of(filter.snapshot().generation()).start())
                .then(deleted -> {
                    filter.forget();
                    return Step.done();
                });
    }
}
