package io.polybloom.tck.wrong;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.wrong.filter.ChangedFilters;
import io.polybloom.tck.wrong.filter.ClosesTheClient;
import io.polybloom.tck.wrong.group.PlainTransport;
import io.polybloom.tck.wrong.later.LaterConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** The places where a backend can go wrong: its transport, its filters, and how it connects. */
final class Mistakes {

    interface Connector {
        Connection connect(Target target, Duration timeout);

        /** Whether the right transport under the mistake sends groups. */
        default boolean sendsGroups() {
            return false;
        }
    }

    interface GroupTransport {
        PlainTransport over(URI address, Duration timeout);
    }

    /** A cluster is left to the right backend. */
    private record GroupConnector(GroupTransport mistake) implements Connector {
        @Override
        public Connection connect(Target target, Duration timeout) {
            if (target.kind() == Target.Kind.CLUSTER) {
                return new LettuceBackend().connect(target, timeout);
            }
            List<PlainTransport> servers = target.uris().stream()
                    .map(uri -> mistake.over(URI.create(uri), timeout))
                    .toList();
            return new GroupConnection(servers, new BlockingBloomFilters(Transport.spread(servers)));
        }

        @Override
        public boolean sendsGroups() {
            return true;
        }
    }

    private record GroupConnection(List<PlainTransport> servers, BloomFilters filters) implements Connection {
        @Override
        public void close() {
            servers.forEach(PlainTransport::close);
        }
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

    static Connector groups(GroupTransport mistake) {
        return new GroupConnector(mistake);
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
