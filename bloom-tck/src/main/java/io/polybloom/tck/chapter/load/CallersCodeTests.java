package io.polybloom.tck.chapter.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Meeting;
import io.polybloom.tck.fixture.Rounds;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Iterators and progress that use the client of the filter, in an API that blocks. */
public abstract class CallersCodeTests extends KitTests {

    /** More than a pool has connections by default. */
    private static final int LOADS = 72;

    /** An iterator asks before every thousandth element. */
    private static final int ELEMENTS = Rounds.areWhole() ? 10_000 : 1_500;

    /** A load of some elements that uses the client meanwhile. */
    private interface AskingLoad {
        long run(BloomFilter<CharSequence> filter, List<String> elements, Meeting together);
    }

    @TestFactory
    @Checks("9.07")
    Stream<DynamicTest> loadsMayUseTheClientWhileTheyTakeElements() {
        return atTheSameTime(
                (filter, elements, together) -> filter.load(() -> together.before(elements.iterator()), taken -> {}));
    }

    @TestFactory
    @Checks("9.07")
    Stream<DynamicTest> loadsMayUseTheClientWhileTheyReportProgress() {
        return atTheSameTime((filter, elements, together) -> filter.load(elements, taken -> together.ask()));
    }

    /** All loads are at the same place when they ask, so they would need all connections and one more. */
    private Stream<DynamicTest> atTheSameTime(AskingLoad load) {
        return Rounds.of(() -> {
            assumeTrue(
                    backend().missing().containsKey(Capability.NON_BLOCKING),
                    "an iterator of an API that answers later must not wait for an answer");
            BloomFilters filters = filters();
            BloomFilter<CharSequence> other =
                    open(filters, fresh().capacity(1000).build());
            BloomFilter<CharSequence> filter =
                    open(filters, fresh().capacity(1_000_000).partitions(3).build());
            Meeting together = new Meeting(LOADS, () -> assertFalse(other.mightContain("absent")));
            List<Callable<Long>> loads = new ArrayList<>();
            for (int i = 0; i < LOADS; i++) {
                List<String> elements = words("word-" + i + "-", ELEMENTS);
                loads.add(() -> load.run(filter, elements, together));
            }
            assertEquals(Collections.nCopies(LOADS, (long) ELEMENTS), Together.call(loads));
        });
    }
}
