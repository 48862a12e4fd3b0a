package io.polybloom.bench.filter;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.bench.client.Client;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import java.util.List;
import java.util.Locale;

/** A filter of ours: one call takes all elements at hand, unless a batch size is given. */
public final class OurFilter implements BenchFilter {

    private static final double TOLERANCE = 0.03;

    private final Client client;
    private final String layout;
    private final int batch;
    private final Sizing sizing;
    private BloomFilter<CharSequence> filter;

    private OurFilter(Client client, String layout, int batch, Sizing sizing) {
        this.client = client;
        this.layout = layout;
        this.batch = batch;
        this.sizing = sizing;
    }

    /** One that is called once for all elements at hand, as the API suggests. */
    public static OurFilter of(Client client, String layout) {
        return new OurFilter(client, layout, Integer.MAX_VALUE, Sizing.BALANCED);
    }

    /** One that is called with batches of that size, as by a caller who has no more elements at a time. */
    public static OurFilter inBatches(Client client, String layout, int batch) {
        return new OurFilter(client, layout, batch, Sizing.BALANCED);
    }

    /** The same with another sizing. */
    public OurFilter sized(Sizing other) {
        return new OurFilter(client, layout, batch, other);
    }

    /** The name of the filter of a layout on a client. */
    public static String name(String client, String layout) {
        return client + " " + layout + " (ours)";
    }

    @Override
    public String name() {
        return name(client.name(), layout)
                + (sizing == Sizing.BALANCED ? "" : ", " + sizing.name().toLowerCase(Locale.ROOT))
                + (batch == Integer.MAX_VALUE ? "" : ", batches of " + batch);
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        filter = client.open(FilterSpec.named("bench " + name() + " " + capacity)
                .layout(layout)
                .capacity(capacity)
                .falsePositiveRate(falsePositiveRate)
                .sizing(sizing)
                .build());
    }

    @Override
    public long add(List<String> elements) {
        long fresh = 0;
        for (List<String> part : Batches.of(elements, batch)) {
            fresh += count(filter.addAll(part));
        }
        return fresh;
    }

    @Override
    public long contains(List<String> elements) {
        long present = 0;
        for (List<String> part : Batches.of(elements, batch)) {
            present += count(filter.mightContainAll(part));
        }
        return present;
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

    FilterDescription description() {
        return filter.description();
    }

    @Override
    public double expectedRate(double elements) {
        Geometry geometry = description().geometry();
        return Layouts.get(layout).expectedFalsePositiveRate(elements, geometry.totalBits(), geometry.hashes());
    }

    @Override
    public double tolerance() {
        return TOLERANCE;
    }

    private static long count(boolean[] answers) {
        long yes = 0;
        for (boolean answer : answers) {
            yes += answer ? 1 : 0;
        }
        return yes;
    }
}
