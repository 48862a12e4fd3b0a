package io.polybloom.bench.filter;

import io.polybloom.bench.client.RedissonBenchClient;
import java.util.List;
import org.redisson.api.RBloomFilter;
import org.redisson.client.codec.StringCodec;

/**
 * Redisson's {@code RBloomFilter}, {@code add(Collection)} and {@code contains(Collection)} with batches of strings.
 */
public final class RedissonPeer implements BenchFilter {

    /** The name in the results. */
    public static final String NAME = "Redisson RBloomFilter";

    /** Where it is stored. */
    static final String KEY = "bench-redisson";

    private final RBloomFilter<String> filter;
    private final int batch;
    private TextbookSize size = new TextbookSize(1, 1);

    /** The filter on that client; text is encoded as UTF-8, the cheapest of Redisson's codecs for it. */
    public RedissonPeer(RedissonBenchClient client) {
        this(client, Batches.OF_PEERS);
    }

    /** The same with batches of that size. */
    public RedissonPeer(RedissonBenchClient client, int batch) {
        this.batch = batch;
        filter = client.redisson().getBloomFilter(KEY, StringCodec.INSTANCE);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        if (!filter.tryInit(capacity, falsePositiveRate)) {
            throw new IllegalStateException("the filter of Redisson exists already");
        }
        size = new TextbookSize(filter.getSize(), filter.getHashIterations());
    }

    @Override
    public long add(List<String> elements) {
        long fresh = 0;
        for (List<String> part : Batches.of(elements, batch)) {
            fresh += filter.add(part);
        }
        return fresh;
    }

    @Override
    public long contains(List<String> elements) {
        long present = 0;
        for (List<String> part : Batches.of(elements, batch)) {
            present += filter.contains(part);
        }
        return present;
    }

    @Override
    public boolean addOne(String element) {
        return filter.add(element);
    }

    @Override
    public boolean containsOne(String element) {
        return filter.contains(element);
    }

    @Override
    public void delete() {
        filter.delete();
    }

    @Override
    public double expectedRate(double elements) {
        return size.expectedRate(elements);
    }

    @Override
    public double tolerance() {
        return TextbookSize.TOLERANCE_OF_PEERS;
    }
}
