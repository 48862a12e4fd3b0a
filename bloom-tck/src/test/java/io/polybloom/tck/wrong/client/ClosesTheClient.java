package io.polybloom.tck.wrong.client;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.filter.ChangedConnection;
import java.time.Duration;

/** Closes the user's client when a filter is deleted. */
@Breaks({Rule.DELETED_FOR_EVERYBODY, Rule.STALE_CLIENT_FOLLOWS, Rule.CLIENT_STAYS_OPEN})
public final class ClosesTheClient implements Connector {

    @Override
    public Connection connect(Target target, Duration timeout) {
        Connection client = new LettuceBackend().connect(target, timeout);
        BloomFilters filters = Change.made(BloomFilters.class, new Change<BloomFilters>(client.filters()) {
            public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                return closing(right.open(spec, funnel, options), client);
            }
        });
        return new ChangedConnection(client, filters);
    }

    private static <T> BloomFilter<T> closing(BloomFilter<T> filter, Connection client) {
        return Change.made(BloomFilter.class, new Change<BloomFilter<T>>(filter) {
            public void delete() {
                right.delete();
                client.close();
            }
        });
    }
}
