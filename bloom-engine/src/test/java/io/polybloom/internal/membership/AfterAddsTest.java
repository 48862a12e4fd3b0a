package io.polybloom.internal.membership;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.ElementOutcome;
import io.polybloom.FilterOptions;
import io.polybloom.PartialBulkException;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What rooms learn of an add, and what becomes of it if they fail. */
class AfterAddsTest {

    private static final BackendException BROKEN =
            new BackendException(BackendException.Reason.UNREACHABLE, false, "broken", null);

    private final BlockingDriver driver = new BlockingDriver(new MemoryRedis());
    private final OpenFilter filter = driver.run(OpenFilter.open(
            TestFilters.clicks(1), ElementFormat.UNKNOWN, FilterOptions.defaults(), Environment.ofSystem(1)));
    private final List<List<ElementOutcome>> told = new ArrayList<>();
    private boolean fails;
    private boolean throwsAtOnce;

    private final AfterAdd room = new AfterAdd() {
        @Override
        public boolean wants(OpenFilter opened) {
            return opened == filter;
        }

        @Override
        public Step<Void> after(OpenFilter of, CallElements elements) {
            told.add(IntStream.range(0, elements.size())
                    .mapToObj(AfterAddsTest.this.outcomes(elements)::get)
                    .toList());
            if (throwsAtOnce) {
                throw BROKEN;
            }
            return fails ? failing() : Step.done();
        }
    };
    private final AfterAdds rooms = AfterAdds.of(filter, List.of(room, room));

    private static <R> Step<R> failing() {
        return Step.<Void>done().then(begun -> {
            throw BROKEN;
        });
    }

    private List<ElementOutcome> outcomes(CallElements elements) {
        return elements.partial(BROKEN).outcomes();
    }

    private CallElements elements() {
        return CallElements.of(List.of("a", "b"), TestFilters.TEXT);
    }

    private Step<boolean[]> adding(CallElements elements) {
        return new BulkAdd(filter, elements).start(filter.snapshot());
    }

    @Test
    void noRoomIsAskedWhereNoneWantsTheFilter() {
        assertNull(AfterAdds.of(filter, List.of()));
        assertNull(AfterAdds.of(filter), "no feature of the engine does something after an add");
    }

    @Test
    void eachRoomIsToldOfEachElement() {
        CallElements elements = elements();
        assertArrayEquals(new boolean[] {true, true}, driver.run(rooms.following(adding(elements), elements)));
        CallElements again = elements();
        assertArrayEquals(new boolean[] {false, false}, driver.run(rooms.following(adding(again), again)));
        List<ElementOutcome> fresh = List.of(ElementOutcome.NEW, ElementOutcome.NEW);
        List<ElementOutcome> present = List.of(ElementOutcome.PRESENT, ElementOutcome.PRESENT);
        assertEquals(List.of(fresh, fresh, present, present), told);
    }

    @Test
    void eachRoomIsToldOfASingleElement() {
        assertTrue(driver.run(rooms.following(Step.done(true), new ElementBytes())));
        assertEquals(List.of(List.of(ElementOutcome.NEW), List.of(ElementOutcome.NEW)), told);
    }

    @Test
    void anAddThatFailsIsFollowedTooAndFailsAsBefore() {
        CallElements elements = elements();
        elements.set(0, ElementOutcome.NEW);
        assertSame(
                BROKEN, assertThrows(BackendException.class, () -> driver.run(rooms.following(failing(), elements))));
        assertEquals(List.of(ElementOutcome.NEW, ElementOutcome.UNKNOWN), told.get(0));
    }

    @Test
    void aRoomThatFailsLeavesEachElementItsOutcome() {
        fails = true;
        CallElements elements = elements();
        PartialBulkException failure =
                assertThrows(PartialBulkException.class, () -> driver.run(rooms.following(adding(elements), elements)));
        assertEquals(List.of(ElementOutcome.NEW, ElementOutcome.NEW), failure.outcomes());
        assertTrue(((BackendException) failure.getCause()).mayHaveBeenApplied(), "the add was");
    }

    @Test
    void aRoomThatFailsAfterASingleAddSaysThatTheAddMayHaveBeenApplied() {
        fails = true;
        BackendException failure = assertThrows(
                BackendException.class, () -> driver.run(rooms.following(Step.done(true), new ElementBytes())));
        assertTrue(failure.mayHaveBeenApplied());
    }

    @Test
    void aRoomThatThrowsAtOnceIsARoomThatFails() {
        throwsAtOnce = true;
        BackendException failure = assertThrows(
                BackendException.class, () -> driver.run(rooms.following(Step.done(true), new ElementBytes())));
        assertTrue(failure.mayHaveBeenApplied());
    }
}
