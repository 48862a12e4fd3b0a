package io.polybloom.cli.server;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.vertx.VertxBloomFilter;
import io.polybloom.vertx.VertxClaims;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;

/** A filter of Vert.x for a thread that waits. */
class AwaitedFilter<T> implements BloomFilter<T> {

    private final VertxBloomFilter<T> filter;
    private final Vertx vertx;

    AwaitedFilter(VertxBloomFilter<T> filter, Vertx vertx) {
        this.filter = filter;
        this.vertx = vertx;
    }

    @Override
    public FilterDescription description() {
        return filter.description();
    }

    @Override
    public boolean add(T element) {
        return filter.add(element).await();
    }

    @Override
    public boolean[] addAll(Collection<? extends T> elements) {
        return filter.addAll(elements).await();
    }

    /** Reads the elements on a worker's thread, since they may come slowly and an event loop must not wait for them. */
    @Override
    public long load(Iterable<? extends T> elements, LongConsumer progress) {
        Promise<Long> loaded = Promise.promise();
        Deployable work = context -> {
            filter.load(elements, progress).onComplete(loaded);
            return loaded.future().otherwiseEmpty();
        };
        String worker = vertx.deployVerticle(work, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER))
                .await();
        vertx.undeploy(worker).await();
        return loaded.future().await();
    }

    @Override
    public boolean mightContain(T element) {
        return filter.mightContain(element).await();
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return filter.mightContainAll(elements).await();
    }

    @Override
    public Claims<T> claims(String writer) {
        return new AwaitedClaims<>(filter.claims(writer));
    }

    @Override
    public FilterStats stats() {
        return filter.stats().await();
    }

    @Override
    public void clear() {
        filter.clear().await();
    }

    @Override
    public void expire(Duration timeToLive) {
        filter.expire(timeToLive).await();
    }

    @Override
    public void expireAt(Instant instant) {
        filter.expireAt(instant).await();
    }

    @Override
    public void persist() {
        filter.persist().await();
    }

    @Override
    public void delete() {
        filter.delete().await();
    }

    private record AwaitedClaims<T>(VertxClaims<T> claims) implements Claims<T> {

        @Override
        public boolean[] addAll(long firstDelivery, List<? extends T> elements) {
            return claims.addAll(firstDelivery, elements).await();
        }

        @Override
        public boolean add(long delivery, T element) {
            return claims.add(delivery, element).await();
        }

        @Override
        public void settle(long upTo) {
            claims.settle(upTo).await();
        }

        @Override
        public long unsettled() {
            return claims.unsettled().await();
        }
    }
}
