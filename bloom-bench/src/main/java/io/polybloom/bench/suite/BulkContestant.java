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

/**
 * Fills a fresh filter in bulk, then asks it for present and absent elements in bulk.
 *
 * @param name the name in the results
 * @param slices how many parts the elements come in
 */
record BulkContestant(String name, BenchFilter filter, long capacity, WordSupply words, int slices)
        implements Contestant {

    static final String ADD = "bulk add";
    static final String LOOK_UP = "bulk look-up";

    /** How many parts the elements come in unless it is said. */
    static final int SLICES = 20;

    BulkContestant(String name, BenchFilter filter, long capacity, WordSupply words) {
        this(name, filter, capacity, words, SLICES);
    }

    @Override
    public List<List<Task>> open(int round) {
        filter.create(capacity, Scale.FALSE_POSITIVE_RATE);
        Words these = words.of(round);
        return List.of(List.of(add(these.present())), List.of(lookUp(these)));
    }

    @Override
    public void close() {
        filter.delete();
    }

    private Task add(List<String> elements) {
        AtomicLong calledNew = new AtomicLong();
        List<Runnable> parts = Slices.of(elements, slices, slice -> calledNew.addAndGet(filter.add(slice)));
        return new Task(ADD, elements.size(), parts, () -> {
            if (filter.tellsWhatIsNew()) {
                judge().checkFilling(elements.size() - calledNew.get(), elements.size(), filter::expectedRate);
            }
        });
    }

    private Task lookUp(Words these) {
        List<String> added = these.present().subList(0, these.absent().size());
        AtomicLong found = new AtomicLong();
        AtomicLong invented = new AtomicLong();
        int half = Math.max(1, slices / 2);
        List<Runnable> parts = new ArrayList<>();
        parts.addAll(Slices.of(added, half, slice -> found.addAndGet(filter.contains(slice))));
        parts.addAll(Slices.of(these.absent(), half, slice -> invented.addAndGet(filter.contains(slice))));
        return new Task(LOOK_UP, 2L * added.size(), parts, () -> {
            judge().checkPresent(found.get(), added.size());
            double rate = filter.expectedRate(these.present().size());
            judge().check(invented.get(), these.absent().size(), rate);
        });
    }

    private ErrorRate judge() {
        return new ErrorRate(name, filter.tolerance());
    }
}
