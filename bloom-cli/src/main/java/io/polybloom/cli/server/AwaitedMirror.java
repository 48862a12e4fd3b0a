package io.polybloom.cli.server;

import io.polybloom.FilterDescription;
import io.polybloom.FilterMirror;
import io.polybloom.vertx.VertxFilterMirror;
import java.time.Instant;
import java.util.Collection;

/** One mirror of {@link AwaitedFilters}. */
record AwaitedMirror<T>(VertxFilterMirror<T> mirror) implements FilterMirror<T> {

    @Override
    public FilterDescription description() {
        return mirror.description();
    }

    @Override
    public boolean mightContain(T element) {
        return mirror.mightContain(element);
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return mirror.mightContainAll(elements);
    }

    @Override
    public long bytesRead() {
        return mirror.bytesRead();
    }

    @Override
    public Instant asOf() {
        return mirror.asOf();
    }

    @Override
    public void refresh() {
        mirror.refresh().await();
    }

    @Override
    public void close() {
        mirror.close();
    }
}
