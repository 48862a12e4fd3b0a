package io.polybloom.tck.wrong.client;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.filter.ChangedConnection;
import io.polybloom.tck.wrong.filter.ChangedFilter;
import io.polybloom.tck.wrong.filter.ChangedFilters;
import java.time.Duration;

/** Closes the user's client when a filter is deleted. */
@Breaks({Rule.DELETED_FOR_EVERYBODY, Rule.STALE_CLIENT_FOLLOWS, Rule.CLIENT_STAYS_OPEN})
public final class ClosesTheClient implements Connector {

    @Override
    public Connection connect(Target target, Duration timeout) {
        Connection right = new LettuceBackend().connect(target, timeout);
        BloomFilters filters = new ChangedFilters(right.filters()) {
            @Override
            protected <T> BloomFilter<T> changed(BloomFilter<T> filter) {
                return closing(filter, right);
            }
        };
        return new ChangedConnection(right, filters);
    }

    private static <T> BloomFilter<T> closing(BloomFilter<T> filter, Connection client) {
        return new ChangedFilter<>(filter) {
            @Override
            public void delete() {
                super.delete();
                client.close();
            }
        };
    }
}
