package io.polybloom.cli.server;

import io.polybloom.counter.DistinctCounter;
import io.polybloom.counter.DistinctEstimate;
import io.polybloom.vertx.VertxDistinctCounter;
import java.time.Duration;
import java.util.Collection;

/** A counter of Vert.x for a thread that waits. */
record AwaitedCounter<T>(VertxDistinctCounter<T> counter) implements DistinctCounter<T> {

    @Override
    public String name() {
        return counter.name();
    }

    @Override
    public boolean add(T element) {
        return counter.add(element).await();
    }

    @Override
    public boolean addAll(Collection<? extends T> elements) {
        return counter.addAll(elements).await();
    }

    @Override
    public DistinctEstimate count() {
        return counter.count().await();
    }

    @Override
    public void mergeFrom(Collection<String> names) {
        counter.mergeFrom(names).await();
    }

    @Override
    public void expire(Duration timeToLive) {
        counter.expire(timeToLive).await();
    }

    @Override
    public void clear() {
        counter.clear().await();
    }

    @Override
    public void delete() {
        counter.delete().await();
    }
}
