package io.polybloom.tck.chapter.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Clients that open a filter, add to it and ask it before each command of another client is executed. */
final class ActAtEveryCommand implements ScriptedServer.Script {

    private final BloomFilters filters;
    private final FilterSpec spec;
    private final Funnel<CharSequence> funnel;
    private final BloomFilter<CharSequence> filter;
    private final BloomFilter<CharSequence> stale;
    private final List<CharSequence> recorded = new ArrayList<>();
    private final List<CharSequence> added = new ArrayList<>();
    private final List<CharSequence> missed = new ArrayList<>();
    private final List<Throwable> thrown = new ArrayList<>();
    private int commands;

    ActAtEveryCommand(BloomFilters filters, FilterSpec spec, Funnel<CharSequence> funnel) {
        this.filters = filters;
        this.spec = spec;
        this.funnel = funnel;
        this.filter = filters.open(spec, funnel);
        this.stale = filters.open(spec, funnel);
    }

    BloomFilter<CharSequence> filter() {
        return filter;
    }

    synchronized void add(List<String> elements) {
        recorded.addAll(elements);
        filter.addAll(elements);
        added.addAll(elements);
    }

    /** Rebuilds the filter from all elements whose adds have begun by the time the elements are read. */
    void runBeside(FilterRebuild.Plan plan, BloomFilters rebuilding) {
        Iterable<CharSequence> source = () -> recorded().iterator();
        rebuilding.run(plan.from(source, funnel));
    }

    private synchronized List<CharSequence> recorded() {
        return List.copyOf(recorded);
    }

    @Override
    public synchronized @Nullable String answer(Request request) {
        commands++;
        guard(this::addSome);
        guard(() -> ask(filter));
        guard(() -> ask(filters.open(spec, funnel)));
        return null;
    }

    private void guard(Runnable act) {
        try {
            act.run();
        } catch (RuntimeException failure) {
            thrown.add(failure);
        }
    }

    /** Adds one element and two elements in turn. */
    private void addSome() {
        List<String> some = new ArrayList<>(List.of("beside-" + commands));
        if (commands % 2 == 0) {
            some.add("beside-" + commands + "-too");
        }
        recorded.addAll(some);
        if (some.size() == 1) {
            filter.add(some.get(0));
        } else {
            filter.addAll(some);
        }
        added.addAll(some);
    }

    private void ask(BloomFilter<CharSequence> client) {
        boolean[] present = client.mightContainAll(added);
        for (int i = 0; i < present.length; i++) {
            if (!present[i]) {
                missed.add(added.get(i));
            }
        }
    }

    synchronized void assertNobodyNoticed() {
        assertEquals(List.of(), thrown);
        assertNothingIsMissing();
    }

    /** Asserts that the acting clients got the exception of the loss and no other, until the filter was repaired. */
    synchronized void assertOnlyTheLossWasNoticed() {
        List<Throwable> others =
                thrown.stream().filter(failure -> !isLoss(failure)).toList();
        assertEquals(List.of(), others);
        assertFalse(thrown.isEmpty(), "no operation has reported the loss");
        assertNothingIsMissing();
    }

    /**
     * Returns whether a failure reports the loss. Of two elements, one may have been added before the loss was noticed.
     */
    private static boolean isLoss(Throwable failure) {
        return failure instanceof LostDataException
                || failure instanceof PartialBulkException partial && partial.getCause() instanceof LostDataException;
    }

    private void assertNothingIsMissing() {
        assertTrue(commands > 10, () -> "the other client has sent " + commands + " commands");
        ask(filter);
        ask(stale);
        assertEquals(List.of(), missed);
    }
}
