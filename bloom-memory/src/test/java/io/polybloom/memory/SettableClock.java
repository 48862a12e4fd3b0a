package io.polybloom.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. */
final class SettableClock implements InstantSource {

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    void advance(Duration by) {
        now = now.plus(by);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
