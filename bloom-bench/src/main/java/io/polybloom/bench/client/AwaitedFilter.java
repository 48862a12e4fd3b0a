package io.polybloom.bench.client;

import static io.polybloom.bench.client.VertxBenchClient.await;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.FilterDescription;
import io.polybloom.FilterStats;
import io.polybloom.vertx.VertxBloomFilter;
import io.polybloom.vertx.VertxClaims;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;

/** A filter on Vert.x whose caller waits for each answer. */
record AwaitedFilter(VertxBloomFilter<CharSequence> filter) implements BloomFilter<CharSequence> {

    @Override
    public FilterDescription description() {
        return filter.description();
    }

    @Override
    public boolean add(CharSequence element) {
        return await(filter.add(element));
    }

    @Override
    public boolean[] addAll(Collection<? extends CharSequence> elements) {
        return await(filter.addAll(elements));
    }

    @Override
    public boolean mightContain(CharSequence element) {
        return await(filter.mightContain(element));
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends CharSequence> elements) {
        return await(filter.mightContainAll(elements));
    }

    @Override
    public long load(Iterable<? extends CharSequence> elements, LongConsumer progress) {
        return await(filter.load(elements, progress));
    }

    @Override
    public Claims<CharSequence> claims(String writer) {
        return new AwaitedClaims(filter.claims(writer));
    }

    @Override
    public FilterStats stats() {
        return await(filter.stats());
    }

    @Override
    public void clear() {
        await(filter.clear());
    }

    @Override
    public void expire(Duration timeToLive) {
        await(filter.expire(timeToLive));
    }

    @Override
    public void expireAt(Instant instant) {
        await(filter.expireAt(instant));
    }

    @Override
    public void persist() {
        await(filter.persist());
    }

    @Override
    public void delete() {
        await(filter.delete());
    }

    private record AwaitedClaims(VertxClaims<CharSequence> claims) implements Claims<CharSequence> {

        @Override
        public boolean[] addAll(long firstDelivery, List<? extends CharSequence> elements) {
            return await(claims.addAll(firstDelivery, elements));
        }

        @Override
        public boolean add(long delivery, CharSequence element) {
            return await(claims.add(delivery, element));
        }

        @Override
        public void settle(long upTo) {
            await(claims.settle(upTo));
        }

        @Override
        public long unsettled() {
            return await(claims.unsettled());
        }
    }
}
