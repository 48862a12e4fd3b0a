package io.polybloom.tck.wrong;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.wrong.filter.ChangedFilters;
import io.polybloom.tck.wrong.filter.ClosesTheClient;
import io.polybloom.tck.wrong.later.LaterConnection;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** The places where a backend can go wrong: its transport, its filters, and how it connects. */
final class Mistakes {

    interface Connector {
        Connection connect(Target target, Duration timeout);
    }

    interface FilterChange {
        <T> BloomFilter<T> around(BloomFilter<T> right);
    }

    interface Later {
        NonBlockingFilters over(BloomFilters blocking, Executor threads);
    }

    private record ChangedConnection(Connection right, BloomFilters filters) implements Connection {
        @Override
        public void close() {
            right.close();
        }
    }

    private static final Duration HASTE = Duration.ofSeconds(2);

    private Mistakes() {}

    static Connector transport(UnaryOperator<Transport<InFlight>> mistake) {
        return (target, timeout) -> new LettuceBackend().connect(target, timeout, mistake);
    }

    static Connector filters(UnaryOperator<BloomFilters> mistake) {
        return (target, timeout) -> {
            Connection right = new LettuceBackend().connect(target, timeout);
            return new ChangedConnection(right, mistake.apply(right.filters()));
        };
    }

    static Connector filter(FilterChange mistake) {
        return filters(right -> changed(right, mistake));
    }

    static Connector later(Later mistake) {
        return (target, timeout) -> {
            Connection right = new LettuceBackend().connect(target, timeout);
            ExecutorService threads = Executors.newCachedThreadPool();
            return new LaterConnection(right, threads, mistake.over(right.filters(), threads));
        };
    }

    /** Lets a backend that waits where it must not give up soon, instead of when the patience of a test ends. */
    static Connector hasty(Connector waiting) {
        return (target, timeout) -> waiting.connect(target, HASTE.compareTo(timeout) < 0 ? HASTE : timeout);
    }

    private static BloomFilters changed(BloomFilters right, FilterChange mistake) {
        return new ChangedFilters(right) {
            @Override
            protected <T> BloomFilter<T> changed(BloomFilter<T> filter) {
                return mistake.around(filter);
            }
        };
    }

    static Connection closingTheClient(Target target, Duration timeout) {
        Connection right = new LettuceBackend().connect(target, timeout);
        BloomFilters filters = new ChangedFilters(right.filters()) {
            @Override
            protected <T> BloomFilter<T> changed(BloomFilter<T> filter) {
                return new ClosesTheClient<>(filter, right::close);
            }
        };
        return new ChangedConnection(right, filters);
    }

    static Connection toOneNode(Target target, Duration timeout) {
        Target wrong = target.kind() == Target.Kind.CLUSTER
                ? Target.standalone(target.uris().get(0))
                : target;
        return new LettuceBackend().connect(wrong, timeout);
    }
}
