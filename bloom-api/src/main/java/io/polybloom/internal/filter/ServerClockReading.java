package io.polybloom.internal.filter;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ServerTime;
import io.polybloom.internal.open.Opening;
import io.polybloom.step.Step;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The reading for a filter with a window: the config, and the time of the server that has it.
 *
 * @param stored the parameters that are stored, if there is a filter
 * @param time the server's time
 */
record ServerClockReading(Optional<FilterDescription> stored, ServerTime time) {

    /**
     * Returns the steps of a reading of the config, which also asks for the time, in the same round trip.
     *
     * @param reading one that has not begun
     * @param told is given the time if the reading shows that the filter is gone or was lost, and so fails
     */
    static Step<ServerClockReading> beside(
            Opening opening, Step<Optional<FilterDescription>> reading, Consumer<ServerTime> told) {
        Step<ServerTime> asking =
                new ConfigKey(opening.name()).serverTime(opening.environment().nanoTime());
        if (reading instanceof Step.Send<Optional<FilterDescription>> read
                && asking instanceof Step.Send<ServerTime> time) {
            SideBySide both = new SideBySide(time, read);
            return new Step.Send<>(both, read.window() + 1, both, read.next())
                    .recover(failure -> failure instanceof BackendException
                            ? failed(failure)
                            : time.next().get().then(now -> {
                                told.accept(now);
                                return failed(failure);
                            }))
                    .then(stored -> time.next().get().map(now -> new ServerClockReading(stored, now)));
        }
        return reading.then(stored -> asking.map(now -> new ServerClockReading(stored, now)));
    }

    private static Step<Optional<FilterDescription>> failed(BloomFilterException failure) {
        throw failure;
    }
}
