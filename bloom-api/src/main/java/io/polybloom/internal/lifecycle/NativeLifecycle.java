package io.polybloom.internal.lifecycle;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.open.Removal;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.Optional;

/** Empties, expires and removes a native filter. After a crash, repeating the call repairs everything. */
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
