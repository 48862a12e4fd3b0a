package io.polybloom.tck.wrong.backend;

import io.polybloom.BloomFilters;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Connects a right client with a mistake on the way to it. */
@FunctionalInterface
public interface Connector {

    Connection connect(Target target, Duration timeout);

    /** Returns a connector whose mistake is between the filters and a right transport. */
    static Connector between(UnaryOperator<Transport<InFlight>> mistake) {
        return new LettuceBackend() {
            @Override
            protected BloomFilters filters(Transport<InFlight> right) {
                return super.filters(mistake.apply(right));
            }
        }::connect;
    }

    /** Returns a connector whose mistake is around right filters. */
    static Connector around(UnaryOperator<BloomFilters> mistake) {
        return (target, timeout) -> {
            Connection right = new LettuceBackend().connect(target, timeout);
            return new ChangedConnection(mistake.apply(right.filters()), List.of(right));
        };
    }

    /**
     * Returns a connector whose client gives up soon, since because of the mistake a test waits for an event that never
     * comes: the test need not wait until its own patience ends.
     */
    static Connector hasty(Connector mistake) {
        Duration haste = Duration.ofSeconds(2);
        return (target, timeout) -> mistake.connect(target, haste.compareTo(timeout) < 0 ? haste : timeout);
    }
}
