package io.polybloom.bench.suite;

import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Task;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.Slices;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.bench.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Asks one filter by many callers, half of the time for elements that are there, and keeps the latency of each call.
 */
final class ManyCallersContestant implements Contestant {

    static final String LOOK_UP = "mightContain";

    static final long CAPACITY = 1_000_000;
    private static final int SLICES = 5;

    /** Asks for all elements, records how long each call takes, and returns how many were found. */
    @FunctionalInterface
    interface Asking {
        long ask(List<String> elements, Histogram calls);
    }

    private final String name;
    private final @Nullable BenchFilter filter;
    private final Supplier<Asking> asking;
    private final WordSupply words;
    private final Latencies latencies = new Latencies();
    private int round;

    /**
     * @param name the name in the results
     * @param filter the filter that holds the elements; null if nothing is stored and nothing may be found
     * @param asking how it is asked, given again when the filter exists
     */
    ManyCallersContestant(String name, @Nullable BenchFilter filter, Supplier<Asking> asking, WordSupply words) {
        this.name = name;
        this.filter = filter;
        this.asking = asking;
        this.words = words;
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the given percentile of the calls, in microseconds. */
    double micros(double percentile) {
        return latencies.micros(LOOK_UP, percentile);
    }

    @Override
    public List<List<Task>> open(int openedRound) {
        round = openedRound;
        Words these = words.of(round);
        if (filter != null) {
            filter.create(CAPACITY, Scale.FALSE_POSITIVE_RATE);
            filter.add(these.present());
        }
        Asking now = asking.get();
        Histogram calls = latencies.current(LOOK_UP);
        AtomicLong found = new AtomicLong();
        AtomicLong invented = new AtomicLong();
        List<Runnable> slices = new ArrayList<>();
        slices.addAll(Slices.of(these.present(), SLICES, slice -> found.addAndGet(now.ask(slice, calls))));
        slices.addAll(Slices.of(these.absent(), SLICES, slice -> invented.addAndGet(now.ask(slice, calls))));
        int all = these.present().size() + these.absent().size();
        return List.of(List.of(new Task(LOOK_UP, all, slices, () -> check(these, found.get(), invented.get()))));
    }

    @Override
    public void close() {
        latencies.endRound(round >= 0);
        if (filter != null) {
            filter.delete();
        }
    }

    private void check(Words these, long found, long invented) {
        if (filter == null) {
            new ErrorRate(name, 0).checkPresent(found + invented, 0);
            return;
        }
        ErrorRate judge = new ErrorRate(name, filter.tolerance());
        judge.checkPresent(found, these.present().size());
        judge.check(
                invented,
                these.absent().size(),
                filter.expectedRate(these.present().size()));
    }
}
