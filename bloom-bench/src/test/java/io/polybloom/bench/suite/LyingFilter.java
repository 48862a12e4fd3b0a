package io.polybloom.bench.suite;

import io.polybloom.bench.filter.BenchFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A filter in memory that answers rightly, but for a number of lies. */
final class LyingFilter implements BenchFilter {

    private final Set<String> elements = new HashSet<>();
    private final int missed;
    private final int invented;
    private final int calledSeen;

    /**
     * @param missed how many elements it forgets in each look-up
     * @param invented how many elements it makes up in each look-up
     * @param calledSeen how many new elements it calls seen in each add
     */
    LyingFilter(int missed, int invented, int calledSeen) {
        this.missed = missed;
        this.invented = invented;
        this.calledSeen = calledSeen;
    }

    @Override
    public String name() {
        return "liar";
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        elements.clear();
    }

    @Override
    public long add(List<String> added) {
        elements.addAll(added);
        return added.size() - calledSeen;
    }

    @Override
    public long contains(List<String> asked) {
        long present = asked.stream().filter(elements::contains).count();
        return present == asked.size() ? present - missed : present + invented;
    }

    @Override
    public void delete() {
        elements.clear();
    }

    @Override
    public double expectedRate(double count) {
        return 0;
    }

    @Override
    public double tolerance() {
        return 0;
    }
}
