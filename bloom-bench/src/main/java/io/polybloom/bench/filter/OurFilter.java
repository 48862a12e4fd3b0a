package io.polybloom.bench.filter;

import io.polybloom.BloomFilter;
import io.polybloom.BulkTransfer;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterWindow;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.setup.Scale;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** A filter of ours: one call takes all elements at hand, unless a batch size is given. */
public final class OurFilter implements BenchFilter {

    private static final double TOLERANCE = 0.03;

    private final Client client;
    private final String layout;
    private final int batch;
    private final String shape;
    private final UnaryOperator<FilterSpecBuilder> shaping;
    private final FilterOptions options;
    private BloomFilter<CharSequence> filter;

    private OurFilter(
            Client client,
            String layout,
            int batch,
            String shape,
            UnaryOperator<FilterSpecBuilder> shaping,
            FilterOptions options) {
        this.client = client;
        this.layout = layout;
        this.batch = batch;
        this.shape = shape;
        this.shaping = shaping;
        this.options = options;
    }

    /** One that is called once for all elements at hand, as the API suggests. */
    public static OurFilter of(Client client, String layout) {
        return new OurFilter(client, layout, Integer.MAX_VALUE, "", spec -> spec, FilterOptions.defaults());
    }

    /** One that is called with batches of that size, as by a caller who has no more elements at a time. */
    public static OurFilter inBatches(Client client, String layout, int batch) {
        return new OurFilter(client, layout, batch, "", spec -> spec, FilterOptions.defaults());
    }

    /** The same with another sizing. */
    public OurFilter sized(Sizing sizing) {
        String called = ", " + sizing.name().toLowerCase(Locale.ROOT);
        return new OurFilter(client, layout, batch, called, spec -> spec.sizing(sizing), options);
    }

    /** The same under a name of its own. */
    OurFilter called(String suffix) {
        return new OurFilter(client, layout, batch, suffix, shaping, options);
    }

    /** The same with partitions of at most that many bits. */
    public OurFilter withPartitionsOf(long bits) {
        String called = shape + ", partitions of " + bits + " bits";
        return new OurFilter(
                client, layout, batch, called, spec -> shaping.apply(spec).maxPartitionBits(bits), options);
    }

    /** The same which always exchanges bits in one form. */
    public OurFilter transferring(BulkTransfer form) {
        return new OurFilter(client, layout, batch, shape, shaping, options.bulkTransfer(form));
    }

    /** The same which forgets, with an error rate and sizes of its own. */
    public OurFilter within(Duration span, int slices) {
        return new OurFilter(
                client, layout, batch, shape, spec -> shaping.apply(spec).window(span, slices), options);
    }

    /** Returns how many bits the first layer has for a capacity, or all cells of a filter that forgets. */
    public long bits(long capacity) {
        FilterSpec spec = spec(capacity, Scale.FALSE_POSITIVE_RATE);
        int columns = spec.window().map(FilterWindow::columns).orElse(1);
        return columns * spec.geometry(1).totalBits();
    }

    /** Returns k for a capacity. */
    public int hashes(long capacity) {
        return spec(capacity, Scale.FALSE_POSITIVE_RATE).geometry(1).hashes();
    }

    /** The name of the filter of a layout on a client. */
    public static String name(String client, String layout) {
        return client + " " + layout + " (ours)";
    }

    @Override
    public String name() {
        return name(client.name(), layout) + shape + (batch == Integer.MAX_VALUE ? "" : ", batches of " + batch);
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        filter = client.open(spec(capacity, falsePositiveRate), options);
    }

    /** The parameters of the filter that {@link #create} creates. */
    public FilterSpec spec(long capacity, double falsePositiveRate) {
        FilterSpecBuilder spec = FilterSpec.named("bench " + name() + " " + capacity)
                .layout(layout)
                .capacity(capacity)
                .falsePositiveRate(falsePositiveRate);
        return shaping.apply(spec).build();
    }

    /** The filter itself, once it was created. */
    BloomFilter<CharSequence> opened() {
        return filter;
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

    static long count(boolean[] answers) {
        long yes = 0;
        for (boolean answer : answers) {
            yes += answer ? 1 : 0;
        }
        return yes;
    }
}
