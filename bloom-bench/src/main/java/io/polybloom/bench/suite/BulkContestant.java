package io.polybloom.bench.suite;

import io.polybloom.bench.Scale;
import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Task;
import java.util.List;

/**
 * Fills a fresh filter in bulk, then asks it for present and absent elements in bulk.
 *
 * @param name what it is called in the results
 */
record BulkContestant(String name, BenchFilter filter, long capacity, WordSupply words) implements Contestant {

    static final String ADD = "bulk add";
    static final String LOOK_UP = "bulk look-up";

    @Override
    public List<Task> open(int round) {
        Words these = words.of(round);
        filter.create(capacity, Scale.FALSE_POSITIVE_RATE);
        List<String> half = these.present().subList(0, these.absent().size());
        return List.of(
                new Task(ADD, these.present().size(), () -> add(these.present())),
                new Task(LOOK_UP, 2L * half.size(), () -> lookUp(half, these)));
    }

    @Override
    public void close() {
        filter.delete();
    }

    private void add(List<String> elements) {
        filter.add(elements)
                .ifPresent(
                        fresh -> judge().checkFilling(elements.size() - fresh, elements.size(), filter::expectedRate));
    }

    private void lookUp(List<String> added, Words these) {
        judge().checkPresent(filter.contains(added), added.size());
        double rate = filter.expectedRate(these.present().size());
        judge().check(filter.contains(these.absent()), these.absent().size(), rate);
    }

    private ErrorRate judge() {
        return new ErrorRate(name, filter.tolerance());
    }
}
