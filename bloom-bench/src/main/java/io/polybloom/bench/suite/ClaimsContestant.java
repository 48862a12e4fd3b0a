package io.polybloom.bench.suite;

import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Task;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.Slices;
import io.polybloom.bench.words.WordSupply;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Adds elements to a fresh filter, and then the same ones again.
 *
 * @param name what it is called in the results
 */
record ClaimsContestant(String name, BenchFilter filter, long capacity, WordSupply words) implements Contestant {

    static final String NEW = "new elements";
    static final String PRESENT = "elements that are there";

    private static final int SLICES = 20;

    @Override
    public List<List<Task>> open(int round) {
        filter.create(capacity, Scale.FALSE_POSITIVE_RATE);
        List<String> elements = words.of(round).present();
        AtomicLong fresh = new AtomicLong();
        AtomicLong freshAgain = new AtomicLong();
        ErrorRate judge = new ErrorRate(name, filter.tolerance());
        Task adding = new Task(
                NEW,
                elements.size(),
                Slices.of(elements, SLICES, slice -> fresh.addAndGet(filter.add(slice))),
                () -> judge.checkFilling(elements.size() - fresh.get(), elements.size(), filter::expectedRate));
        Task repeating = new Task(
                PRESENT,
                elements.size(),
                Slices.of(elements, SLICES, slice -> freshAgain.addAndGet(filter.add(slice))),
                () -> judge.checkPresent(elements.size() - freshAgain.get(), elements.size()));
        return List.of(List.of(adding), List.of(repeating));
    }

    @Override
    public void close() {
        filter.delete();
    }
}
