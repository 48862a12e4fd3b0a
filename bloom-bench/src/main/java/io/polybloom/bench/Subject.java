package io.polybloom.bench;

import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.server.BenchServer;
import io.polybloom.bench.server.Fork;
import io.polybloom.bench.words.ErrorRate;
import io.polybloom.bench.words.Words;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * A filter under measurement. A benchmark whose name begins with {@code add} fills it; for any other it has elements
 * before. All answers are checked when the trial is over: a filter that misses an element, or errs more often than
 * theory allows, ends the run.
 */
@State(Scope.Benchmark)
public abstract class Subject {

    private static final int PRESENT = 1;
    private static final int ABSENT = 2;
    private static final int PART = 10_000;
    private static final int MOST = 1_000_000;

    /** The number of distinct elements for which the filter is made. */
    @Param("1000000")
    public long capacity;

    /** The false-positive rate at that number. */
    @Param("0.01")
    public double fpp;

    /** Where the filter is: {@code loopback}, a network such as {@code 1gbit}, a cluster such as {@code cluster-3}. */
    @Param(BenchServer.LOOPBACK)
    public String server;

    private Rig rig;
    private BenchFilter filter;
    private boolean isFilling;
    private long words;
    private long added;
    private final LongAdder calledNew = new LongAdder();
    private final LongAdder askedPresent = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder askedAbsent = new LongAdder();
    private final LongAdder invented = new LongAdder();

    /** Starts the server and the client, and prepares the filter. */
    abstract Rig start();

    /** Returns how many elements a filter has that is asked: the cost of a look-up does not depend on the number. */
    long full() {
        return Math.min(capacity, MOST);
    }

    /** Goes on when the filter is there. JMH has no order for the methods that set up one state. */
    void prepared() {}

    final BenchFilter filter() {
        return filter;
    }

    final Rig rig() {
        return rig;
    }

    final boolean isFilling() {
        return isFilling;
    }

    /** Begins with a filter that is empty or full. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) {
        String name = benchmark.getBenchmark();
        open(start(), name.startsWith("add", name.lastIndexOf('.') + 1));
    }

    final void open(Rig started, boolean fills) {
        isFilling = fills;
        rig = started;
        filter = rig.filter();
        filter.create(capacity, fpp);
        while (!isFilling && added < full()) {
            filter.add(newWords((int) Math.min(PART, full() - added)));
        }
        prepared();
    }

    /** Returns words that are added now, for the first time. Where they do not fit, another filter is begun. */
    final List<String> newWords(int count) {
        if (added + count > capacity) {
            Fork.aside(this::beginAnother);
        }
        List<String> taken = Words.some(PRESENT, words, count);
        words += count;
        added += count;
        return taken;
    }

    private void beginAnother() {
        checkFilling();
        filter.delete();
        filter.create(capacity, fpp);
        added = 0;
        calledNew.reset();
    }

    /** Returns words that are in the filter, from that number on, which begins again after the last one. */
    final List<String> presentWords(long from, int count) {
        return Words.some(PRESENT, from % Math.max(1, full() - count), count);
    }

    /** Returns words that were never added. */
    final List<String> absentWords(long from, int count) {
        return Words.some(ABSENT, from, count);
    }

    final String presentWord(long number) {
        return Words.one(PRESENT, number % full());
    }

    final String absentWord(long number) {
        return Words.one(ABSENT, number);
    }

    /** Adds an element for the first time. Not thread-safe. */
    final boolean addNext() {
        boolean isNew = filter.addOne(newWords(1).get(0));
        areNew(isNew ? 1 : 0);
        return isNew;
    }

    /** Records how many of the new words were called new. */
    final void areNew(long answers) {
        calledNew.add(answers);
    }

    /** Records how many of some words that are in the filter were found. */
    final void arePresent(long answers, int count) {
        found.add(answers);
        askedPresent.add(count);
    }

    /** Records how many of some words that are not in the filter were found. */
    final void areAbsent(long answers, int count) {
        invented.add(answers);
        askedAbsent.add(count);
    }

    /** Returns the share of the absent words asked for so far that were found. */
    final double errors() {
        return (double) invented.sum() / askedAbsent.sum();
    }

    /** Returns the share that theory expects. */
    final double expectedErrors() {
        return filter.expectedRate(added);
    }

    /** Checks the answers, and ends the client. */
    @TearDown(Level.Trial)
    public void close() {
        if (isFilling) {
            checkFilling();
        }
        judge().checkPresent(found.sum(), askedPresent.sum());
        judge().check(invented.sum(), askedAbsent.sum(), expectedErrors());
        rig.close();
    }

    private void checkFilling() {
        if (filter.tellsWhatIsNew()) {
            judge().checkFilling(added - calledNew.sum(), added, filter::expectedRate);
        }
    }

    private ErrorRate judge() {
        return new ErrorRate(filter.name(), filter.tolerance());
    }
}
