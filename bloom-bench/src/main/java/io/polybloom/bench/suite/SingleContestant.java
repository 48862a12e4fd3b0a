package io.polybloom.bench.suite;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Task;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.Slices;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.bench.words.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** Calls single operations on one client, one after the other, and keeps the latency of each call. */
final class SingleContestant implements Contestant {

    static final String GET = "GET of a missing key";

    private static final long CAPACITY = 1_000_000;
    private static final int CALLS_PER_SLICE = 100;

    private final Client client;
    private final List<BenchFilter> filters;
    private final WordSupply words;
    private final Latencies latencies = new Latencies();
    private int round;

    /**
     * @param filters those on this client
     * @param words an even number of present words and half that number of absent ones
     */
    SingleContestant(Client client, List<BenchFilter> filters, WordSupply words) {
        this.client = client;
        this.filters = filters;
        this.words = words;
    }

    static String add(String filter) {
        return "add: " + filter;
    }

    static String lookUp(String filter) {
        return "mightContain: " + filter;
    }

    @Override
    public String name() {
        return client.name();
    }

    Latencies latencies() {
        return latencies;
    }

    /** Half of the present words are in the filters beforehand. All operations take turns. */
    @Override
    public List<List<Task>> open(int openedRound) {
        round = openedRound;
        Words these = words.of(round);
        int half = these.absent().size();
        List<String> added = these.present().subList(0, half);
        List<String> fresh = these.present().subList(half, 2 * half);
        List<Task> tasks = new ArrayList<>();
        tasks.add(get(these.absent()));
        for (BenchFilter filter : filters) {
            filter.create(CAPACITY, Scale.FALSE_POSITIVE_RATE);
            filter.add(added);
            tasks.add(add(filter, fresh));
            tasks.add(lookUp(filter, added.subList(0, half / 2), these.absent().subList(0, half / 2)));
        }
        Collections.rotate(tasks, round);
        return List.of(tasks);
    }

    @Override
    public void close() {
        latencies.endRound(round >= 0);
        for (BenchFilter filter : filters) {
            filter.delete();
        }
    }

    private Task get(List<String> missing) {
        AtomicLong found = new AtomicLong();
        return new Task(GET, missing.size(), calls(GET, missing, client::get, found), () -> {
            if (found.get() != 0) {
                throw new IllegalStateException("there are keys that should be missing: " + found);
            }
        });
    }

    private Task add(BenchFilter filter, List<String> fresh) {
        String name = add(filter.name());
        AtomicLong calledNew = new AtomicLong();
        return new Task(
                name,
                fresh.size(),
                calls(name, fresh, filter::addOne, calledNew),
                () -> judge(filter).checkFilling(fresh.size() - calledNew.get(), fresh.size(), filter::expectedRate));
    }

    private Task lookUp(BenchFilter filter, List<String> added, List<String> absent) {
        String name = lookUp(filter.name());
        AtomicLong found = new AtomicLong();
        AtomicLong invented = new AtomicLong();
        List<Runnable> slices = new ArrayList<>();
        slices.addAll(calls(name, added, filter::containsOne, found));
        slices.addAll(calls(name, absent, filter::containsOne, invented));
        return new Task(name, added.size() + absent.size(), slices, () -> {
            judge(filter).checkPresent(found.get(), added.size());
            judge(filter).check(invented.get(), absent.size(), filter.expectedRate(2.0 * added.size()));
        });
    }

    private List<Runnable> calls(String task, List<String> elements, Predicate<String> operation, AtomicLong yes) {
        Histogram calls = latencies.current(task);
        int slices = Math.max(1, elements.size() / CALLS_PER_SLICE);
        return Slices.of(elements, slices, slice -> yes.addAndGet(call(calls, slice, operation)));
    }

    private static long call(Histogram calls, List<String> elements, Predicate<String> operation) {
        long yes = 0;
        for (String element : elements) {
            long start = System.nanoTime();
            yes += operation.test(element) ? 1 : 0;
            calls.recordValue(System.nanoTime() - start);
        }
        return yes;
    }

    private static ErrorRate judge(BenchFilter filter) {
        return new ErrorRate(filter.name(), filter.tolerance());
    }
}
