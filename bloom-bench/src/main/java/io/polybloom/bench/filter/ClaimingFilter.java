package io.polybloom.bench.filter;

import io.polybloom.Claims;
import java.util.List;

/** A filter of ours whose elements are claimed, and settled after each call. */
public final class ClaimingFilter implements BenchFilter {

    private static final String WRITER = "bench";

    private final OurFilter filter;
    private final int batch;
    private Claims<CharSequence> claims;
    private long delivery;

    /** Claims the elements of a filter in calls of that size. */
    public ClaimingFilter(OurFilter filter, int batch) {
        this.filter = filter.called(", with claims");
        this.batch = batch;
    }

    @Override
    public String name() {
        return filter.name();
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        filter.create(capacity, falsePositiveRate);
        claims = filter.opened().claims(WRITER);
    }

    @Override
    public long add(List<String> elements) {
        long fresh = 0;
        for (List<String> part : Batches.of(elements, batch)) {
            fresh += OurFilter.count(claims.addAll(delivery, part));
            delivery += part.size();
            claims.settle(delivery - 1);
        }
        return fresh;
    }

    @Override
    public long contains(List<String> elements) {
        return filter.contains(elements);
    }

    @Override
    public void delete() {
        filter.delete();
    }

    @Override
    public double expectedRate(double elements) {
        return filter.expectedRate(elements);
    }

    @Override
    public double tolerance() {
        return filter.tolerance();
    }
}
