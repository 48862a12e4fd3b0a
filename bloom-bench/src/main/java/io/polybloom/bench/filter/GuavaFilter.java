package io.polybloom.bench.filter;

import com.google.common.hash.BloomFilter;
import io.polybloom.bench.client.Client;
import java.util.List;

/** Guava's filter in the memory of this JVM. */
public final class GuavaFilter implements BenchFilter {

    private BloomFilter<CharSequence> filter = BloomFilter.create(Client.TEXT, 1);
    private TextbookSize size = new TextbookSize(1, 1);

    @Override
    public String name() {
        return "Guava BloomFilter";
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        filter = BloomFilter.create(Client.TEXT, capacity, falsePositiveRate);
        size = TextbookSize.of(capacity, falsePositiveRate);
    }

    @Override
    public long add(List<String> elements) {
        return elements.stream().filter(this::addOne).count();
    }

    @Override
    public long contains(List<String> elements) {
        return elements.stream().filter(this::containsOne).count();
    }

    @Override
    public boolean addOne(String element) {
        return filter.put(element);
    }

    @Override
    public boolean containsOne(String element) {
        return filter.mightContain(element);
    }

    @Override
    public void delete() {
        filter = BloomFilter.create(Client.TEXT, 1);
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
