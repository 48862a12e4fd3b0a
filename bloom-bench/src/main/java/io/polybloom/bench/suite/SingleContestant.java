package io.polybloom.bench.suite;

import io.polybloom.bench.Scale;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** Calls single operations on one client, one after the other, and keeps the latency of each call. */
final class SingleContestant implements Contestant {

    static final String GET = "GET of a missing key";

    private static final long CAPACITY = 1_000_000;

    private final Client client;
    private final List<BenchFilter> filters;
    private final WordSupply words;
    private final Latencies latencies = new Latencies();
    private int round;

    /**
     * @param filters those on this client
     * @param words with an even number of present words and half as many absent ones
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

    /** Half of the present words are in the filters beforehand; the tasks take turns in being the first. */
    @Override
    public List<Task> open(int round) {
        this.round = round;
        Words these = words.of(round);
        int half = these.absent().size();
        List<String> added = these.present().subList(0, half);
        List<String> fresh = these.present().subList(half, 2 * half);
        List<Task> tasks = new ArrayList<>();
        tasks.add(task(GET, these.absent(), client::get, (yes, asked) -> judge(0).check(yes, asked, 0)));
        for (BenchFilter filter : filters) {
            filter.create(CAPACITY, Scale.FALSE_POSITIVE_RATE);
            filter.add(added);
            tasks.add(addTask(filter, fresh));
            tasks.add(lookUpTask(
                    filter, added.subList(0, half / 2), these.absent().subList(0, half / 2)));
        }
        Collections.rotate(tasks, round);
        return tasks;
    }

    @Override
    public void close() {
        latencies.endRound(round >= 0);
        for (BenchFilter filter : filters) {
            filter.delete();
        }
    }

    private interface Verdict {
        void onYes(long yes, long asked);
    }

    private Task addTask(BenchFilter filter, List<String> fresh) {
        return task(
                add(filter.name()),
                fresh,
                filter::addOne,
                (yes, asked) -> judge(filter.tolerance()).checkFilling(asked - yes, asked, filter::expectedRate));
    }

    private Task lookUpTask(BenchFilter filter, List<String> added, List<String> absent) {
        String name = lookUp(filter.name());
        ErrorRate judge = judge(filter.tolerance());
        Histogram calls = latencies.current(name);
        return new Task(name, added.size() + absent.size(), () -> {
            judge.checkPresent(call(calls, added, filter::containsOne), added.size());
            judge.check(call(calls, absent, filter::containsOne), absent.size(), filter.expectedRate(2 * added.size()));
        });
    }

    private Task task(String name, List<String> elements, Predicate<String> operation, Verdict verdict) {
        Histogram calls = latencies.current(name);
        return new Task(name, elements.size(), () -> verdict.onYes(call(calls, elements, operation), elements.size()));
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

    private ErrorRate judge(double tolerance) {
        return new ErrorRate(name(), tolerance);
    }
}
