package io.polybloom.tck.chapter.capacity;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The cost of knowing how full a filter is. */
@Needs(Capability.SERVER)
public abstract class CapacityCostTests extends KitTests {

    private static final int CAPACITY = 50_000;
    private static final int BATCH = 1000;

    /**
     * An add costs a server about a microsecond; a BITCOUNT costs as much, plus 0.2 ns for each byte. So with these
     * bounds, watching takes less than a hundredth of the time of the adds.
     */
    private static final long ADDS_FOR_A_SAMPLE = 500;

    private static final long BYTES_FOR_AN_ADD = 40;

    /**
     * Enough elements that counting at each of them takes twice the commands that are allowed for the adds of a batch.
     */
    private static final int LOOK_UPS_OF_A_BATCH = (int) (2 * BATCH / ADDS_FOR_A_SAMPLE);

    @Test
    @Checks("6.16")
    void filtersThatNobodyFillsOrWatchesAreNotSampled() {
        ScriptedServer front = closing(ScriptedServer.inFrontOf(closing(RedisServer.start())));
        var filters = connect(Target.standalone(front.uri()));
        List<BloomFilter<CharSequence>> open = new ArrayList<>();
        for (OverCapacity policy : OverCapacity.values()) {
            BloomFilter<CharSequence> filter =
                    open(filters, fresh().capacity(100).overCapacity(policy).build());
            filter.addAll(words("word-", 90));
            open.add(filter);
        }
        front.forgetRequests();
        for (BloomFilter<CharSequence> filter : open) {
            filter.mightContainAll(words("word-", 500));
            filter.mightContain("absent");
        }
        Set<String> lookUps = Set.of("BITFIELD", "GETRANGE", "WAIT");
        assertTrue(
                lookUps.containsAll(commands(front)), () -> "commands beyond those of a look-up: " + commands(front));
        front.forgetRequests();
        BloomFilter<CharSequence> unwatched =
                open(filters, fresh().capacity(100).build());
        front.forgetRequests();
        unwatched.addAll(words("word-", 500));
        unwatched.add("one more");
        Set<String> adds = Set.of("BITFIELD", "MULTI", "SET", "PTTL", "GETRANGE", "BITOP", "UNLINK", "EXEC");
        assertTrue(adds.containsAll(commands(front)), () -> "commands beyond those of an add: " + commands(front));
    }

    private static Set<String> commands(ScriptedServer front) {
        Set<String> names = new TreeSet<>();
        for (Request request : front.requests()) {
            names.add(request.name());
        }
        return names;
    }

    /** From the first add until the filter is full, when it is watched closely. */
    @TestFactory
    @Checks("6.17")
    List<DynamicTest> samplesAreFewAndSmallForTheAddsBetweenThem() {
        List<DynamicTest> rows = new ArrayList<>();
        for (int clients : List.of(1, 8)) {
            rows.add(row("clients: " + clients, () -> measure(clients)));
        }
        return rows;
    }

    private void measure(int clients) {
        ScriptedServer front = closing(ScriptedServer.inFrontOf(closing(RedisServer.start())));
        FilterSpec spec =
                fresh().capacity(CAPACITY).overCapacity(OverCapacity.REJECT).build();
        List<BloomFilter<CharSequence>> filters = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            filters.add(open(connect(Target.standalone(front.uri())), spec));
        }
        front.forgetRequests();
        int added = fillInTurns(filters);
        long samples = 0;
        long bytes = 0;
        for (Request request : front.requests()) {
            if (request.name().equals("BITCOUNT")) {
                samples++;
                bytes += counted(request, spec);
            }
        }
        assertTrue(samples > 0, "no command measured the fill");
        String measured = added + " elements were watched by " + samples + " commands that counted " + bytes + " bytes";
        assertTrue(samples * ADDS_FOR_A_SAMPLE <= added, measured);
        assertTrue(bytes <= BYTES_FOR_AN_ADD * added, measured);
    }

    /**
     * Lets the clients take turns, so that a run always gives the same counts, and asks in between, which must not cost
     * a sample. Returns how many elements were new until all clients were refused.
     */
    private static int fillInTurns(List<BloomFilter<CharSequence>> filters) {
        int added = 0;
        Deque<BloomFilter<CharSequence>> turns = new ArrayDeque<>(filters);
        for (int batch = 0; !turns.isEmpty(); batch++) {
            assertTrue(added <= 2 * CAPACITY && batch <= 2 * CAPACITY / BATCH, "the full filter refused nothing");
            BloomFilter<CharSequence> filter = turns.remove();
            words("absent-" + batch + "-", LOOK_UPS_OF_A_BATCH).forEach(filter::mightContain);
            try {
                added += count(filter.addAll(words("batch-" + batch + "-", BATCH)));
                turns.add(filter);
            } catch (PartialBulkException refused) {
                assertInstanceOf(OverCapacityException.class, refused.getCause());
                added += Collections.frequency(refused.outcomes(), ElementOutcome.NEW);
            }
        }
        return added;
    }

    /** Returns the number of bytes that a BITCOUNT reads: those of its range, or of the whole key. */
    private static long counted(Request request, FilterSpec spec) {
        return request.parts().size() == 2
                ? spec.geometry(1).totalBits() / Byte.SIZE
                : Long.parseLong(request.text(3)) - Long.parseLong(request.text(2)) + 1;
    }
}
