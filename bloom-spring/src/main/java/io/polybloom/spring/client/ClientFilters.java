package io.polybloom.spring.client;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.spring.properties.PolybloomProperties;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Opens filters on the application's own client, which is looked up when it is first needed, and is neither closed nor
 * changed. A filter that is opened here keeps the client that the application had at that moment.
 */
public final class ClientFilters implements BloomFilters {

    private record Served(Object client, BloomFilters filters) {}

    private final ClientChoice choice;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable ClientSource source;
    private volatile @Nullable Served served;

    /** Creates filters on a client that will be found among the beans. */
    public ClientFilters(ListableBeanFactory beans, PolybloomProperties properties) {
        choice = new ClientChoice(beans, properties.client(), properties.clientBean());
    }

    /**
     * Returns filters on the application's current client: the same object for as long as the client is the same.
     *
     * @param filters any filters; those that are not of this class always keep their client
     */
    public static BloomFilters current(BloomFilters filters) {
        return filters instanceof ClientFilters own ? own.current() : filters;
    }

    /**
     * Checks that the application has a client. Does no I/O.
     *
     * @throws NoClientException if it has none, or several and none of them is primary
     */
    public void requireClient() {
        source();
    }

    @Override
    public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        BloomFilters client = current();
        return LoggedCreation.open(spec, options, given -> client.<T>open(spec, funnel, given));
    }

    @Override
    public <T> RemovableBloomFilter<T> openRemovable(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
        BloomFilters client = current();
        return LoggedCreation.open(spec, options, given -> client.<T>openRemovable(spec, funnel, given));
    }

    @Override
    public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
        return current().counter(name, funnel);
    }

    @Override
    public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
        return current().mirror(name, funnel, options);
    }

    @Override
    public <R> R run(FilterTask<R> task) {
        return current().run(task);
    }

    private BloomFilters current() {
        ClientSource from = source();
        Object client = from.client();
        Served last = served;
        return last != null && last.client == client ? last.filters : serve(from, client);
    }

    private BloomFilters serve(ClientSource from, Object client) {
        lock.lock();
        try {
            Served last = served;
            if (last == null || last.client != client) {
                last = new Served(client, from.filtersOn(client));
                served = last;
            }
            return last.filters;
        } finally {
            lock.unlock();
        }
    }

    private ClientSource source() {
        ClientSource found = source;
        if (found == null) {
            found = choice.choose();
            source = found;
        }
        return found;
    }
}
