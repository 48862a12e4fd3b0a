package io.polybloom.bench.filter;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.bench.client.Client;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import java.util.List;
import java.util.function.UnaryOperator;

/** A filter of ours. */
public final class OurFilter implements BenchFilter {

    /** Where it is stored. */
    public static final String STORED = "bench";

    private static final double TOLERANCE = 0.03;

    private final Client client;
    private final UnaryOperator<FilterSpecBuilder> shape;
    private final FilterOptions options;
    private FilterSpec spec;
    private BloomFilter<CharSequence> filter;

    /**
     * Creates one on a client.
     *
     * @param shape everything of the filter but its capacity and rate
     */
    public OurFilter(Client client, UnaryOperator<FilterSpecBuilder> shape, FilterOptions options) {
        this.client = client;
        this.shape = shape;
        this.options = options;
    }

    @Override
    public String name() {
        return "ours, through a " + client.getClass().getSimpleName();
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        spec = shape.apply(FilterSpec.named(STORED).capacity(capacity).falsePositiveRate(falsePositiveRate))
                .build();
        filter = client.open(spec, options);
    }

    /** Returns the filter itself, once it was created. */
    public BloomFilter<CharSequence> opened() {
        return filter;
    }

    @Override
    public long add(List<String> elements) {
        return count(filter.addAll(elements));
    }

    @Override
    public long contains(List<String> elements) {
        return count(filter.mightContainAll(elements));
    }

    @Override
    public boolean addOne(String element) {
        return filter.add(element);
    }

    @Override
    public boolean containsOne(String element) {
        return filter.mightContain(element);
    }

    @Override
    public void delete() {
        filter.delete();
    }

    @Override
    public double expectedRate(double elements) {
        Geometry geometry = filter.description().geometry();
        return Layouts.get(spec.layout()).expectedFalsePositiveRate(elements, geometry.totalBits(), geometry.hashes());
    }

    @Override
    public double tolerance() {
        return TOLERANCE;
    }

    /** Returns how many of some answers are yes. */
    public static long count(boolean[] answers) {
        long yes = 0;
        for (boolean answer : answers) {
            yes += answer ? 1 : 0;
        }
        return yes;
    }
}
