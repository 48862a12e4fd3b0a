package io.polybloom.bench.filter;

import io.polybloom.Claims;
import java.util.List;

/** A filter of ours whose elements are claimed, and settled after each call. */
public final class ClaimingFilter implements BenchFilter {

    private static final String WRITER = "bench";

    private final OurFilter filter;
    private Claims<CharSequence> claims;
    private long delivery;

    /** Claims the elements of a filter. */
    public ClaimingFilter(OurFilter filter) {
        this.filter = filter;
    }

    @Override
    public String name() {
        return filter.name() + ", with claims";
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        filter.create(capacity, falsePositiveRate);
        claims = filter.opened().claims(WRITER);
    }

    @Override
    public long add(List<String> elements) {
        long fresh = OurFilter.count(claims.addAll(delivery, elements));
        delivery += elements.size();
        claims.settle(delivery - 1);
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
