package io.polybloom.bench.suite;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Task;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.bench.words.Words;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads words that are made while they are read into an empty filter of that capacity, with one call. */
final class LoadContestant implements Contestant {

    static final String LOAD = "load";

    private static final double TOLERANCE = 0.03;
    private static final int PROBES = 10_000;

    private final Client client;
    private final int elements;
    private @Nullable BloomFilter<CharSequence> filter;

    LoadContestant(Client client, int elements) {
        this.client = client;
        this.elements = elements;
    }

    static String name(String client) {
        return client + " load (ours)";
    }

    @Override
    public String name() {
        return name(client.name());
    }

    @Override
    public List<List<Task>> open(int round) {
        BloomFilter<CharSequence> opened = client.open(FilterSpec.named("bench " + name())
                .capacity(elements)
                .falsePositiveRate(Scale.FALSE_POSITIVE_RATE)
                .build());
        filter = opened;
        int seed = WordSupply.seed(round);
        return List.of(List.of(new Task(
                LOAD,
                elements,
                List.of(() -> opened.load(Words.lazily(seed, elements), read -> {})),
                () -> check(opened, seed))));
    }

    @Override
    public void close() {
        if (filter != null) {
            filter.delete();
            filter = null;
        }
    }

    /** Asks for the first and the last words that were loaded, and for the same number of words that were not. */
    private void check(BloomFilter<CharSequence> opened, int seed) {
        int probes = Math.min(PROBES, elements);
        ErrorRate judge = new ErrorRate(name(), TOLERANCE);
        judge.checkPresent(count(opened, Words.some(seed, 0, probes)), probes);
        judge.checkPresent(count(opened, Words.some(seed, elements - probes, probes)), probes);
        Geometry geometry = opened.description().geometry();
        double rate = Layouts.get(Layouts.CLASSIC)
                .expectedFalsePositiveRate(elements, geometry.totalBits(), geometry.hashes());
        judge.check(count(opened, Words.some(seed, elements, probes)), probes, rate);
    }

    private static long count(BloomFilter<CharSequence> filter, List<String> words) {
        long present = 0;
        for (boolean answer : filter.mightContainAll(words)) {
            present += answer ? 1 : 0;
        }
        return present;
    }
}
