package io.polybloom.internal.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operation that takes a batch of its own beside another one's. */
class SideBySideTest {

    private final List<String> asked = new ArrayList<>();

    private static Batch batch(int orderingKey) {
        return new Batch(0, orderingKey, List.of(new Command(Verb.HGETALL, new byte[] {'k'})));
    }

    private Step.Send<Void> step(String name, boolean answer, Batch... batches) {
        Step.Receiver receiver = new Step.Receiver() {
            @Override
            public boolean receive(Batch batch, List<Reply> replies) {
                asked.add(name);
                return answer;
            }

            @Override
            public boolean mayOvertake(Batch later, Batch earlier) {
                return answer;
            }

            @Override
            public boolean runsCallersCode() {
                return answer;
            }
        };
        return new Step.Send<>(List.of(batches).iterator(), 1, receiver, () -> new Step.Done<>(null));
    }

    /** The added batch neither ends the operation nor changes places with it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesTheOperationItsOwnAnswers(boolean answer) {
        Batch added = batch(0);
        Batch first = batch(1);
        Batch second = batch(1);
        SideBySide both = new SideBySide(step("added", false, added), step("operation", answer, first, second));
        assertTrue(both.hasNext());
        for (Batch expected : List.of(added, first, second)) {
            assertSame(expected, both.next());
        }
        assertFalse(both.hasNext());
        assertEquals(answer, both.mayOvertake(second, first));
        assertFalse(both.mayOvertake(added, first));
        assertFalse(both.mayOvertake(first, added));
        assertEquals(answer, both.runsCallersCode());
        assertTrue(both.receive(added, List.of()));
        assertEquals(answer, both.receive(first, List.of()));
        assertEquals(List.of("added", "operation"), asked);
    }
}
