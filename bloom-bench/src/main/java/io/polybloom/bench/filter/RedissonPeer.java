package io.polybloom.bench.filter;

import io.polybloom.bench.client.RedissonBenchClient;
import java.util.List;
import org.redisson.api.RBloomFilter;
import org.redisson.client.codec.StringCodec;

/** Redisson's {@code RBloomFilter}, {@code add(Collection)} and {@code contains(Collection)} of strings. */
public final class RedissonPeer implements BenchFilter {

    /** Where it is stored. */
    static final String KEY = "bench-redisson";

    private final RBloomFilter<String> filter;
    private TextbookSize size = new TextbookSize(1, 1);

    /** The filter on that client; text is encoded as UTF-8, the cheapest of Redisson's codecs for it. */
    public RedissonPeer(RedissonBenchClient client) {
        filter = client.redisson().getBloomFilter(KEY, StringCodec.INSTANCE);
    }

    @Override
    public String name() {
        return "Redisson RBloomFilter";
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
        return filter.add(elements);
    }

    @Override
    public long contains(List<String> elements) {
        return filter.contains(elements);
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
