package io.polybloom.bench.suite;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.NearCache;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Task;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.bench.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Asks again and again for elements that the near cache knows. */
final class NearCacheContestant implements Contestant {

    static final String HIT = "mightContain, known";

    private static final int KNOWN = 10_000;
    private static final int SLICES = 20;
    private static final long CAPACITY = 1_000_000;
    private static final long CACHE_BYTES = 4 << 20;

    private final Client client;
    private final int calls;
    private @Nullable BloomFilter<CharSequence> filter;

    /** Creates a contestant that makes the given number of calls in a round. */
    NearCacheContestant(Client client, int calls) {
        this.client = client;
        this.calls = calls;
    }

    static String name(String client) {
        return client + " near cache (ours)";
    }

    @Override
    public String name() {
        return name(client.name());
    }

    @Override
    public List<List<Task>> open(int round) {
        BloomFilter<CharSequence> opened = client.open(
                FilterSpec.named("bench " + name())
                        .capacity(CAPACITY)
                        .falsePositiveRate(Scale.FALSE_POSITIVE_RATE)
                        .build(),
                FilterOptions.defaults().nearCache(NearCache.ofMemory(CACHE_BYTES)));
        filter = opened;
        List<String> known = Words.some(WordSupply.seed(round), 0, KNOWN);
        opened.addAll(known);
        AtomicLong found = new AtomicLong();
        List<Runnable> slices = new ArrayList<>();
        int perSlice = calls / SLICES;
        for (int slice = 0; slice < SLICES; slice++) {
            slices.add(() -> found.addAndGet(ask(opened, known, perSlice)));
        }
        long asked = (long) SLICES * perSlice;
        ErrorRate judge = new ErrorRate(name(), 0);
        return List.of(List.of(new Task(HIT, asked, slices, () -> judge.checkPresent(found.get(), asked))));
    }

    @Override
    public void close() {
        if (filter != null) {
            filter.delete();
            filter = null;
        }
    }

    private static long ask(BloomFilter<CharSequence> filter, List<String> known, int calls) {
        long found = 0;
        int next = 0;
        for (int i = 0; i < calls; i++) {
            found += filter.mightContain(known.get(next)) ? 1 : 0;
            next = next + 1 == known.size() ? 0 : next + 1;
        }
        return found;
    }
}
