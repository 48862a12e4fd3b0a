package io.polybloom.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RoundRunnerTest {

    private final List<String> events = new ArrayList<>();
    private final AtomicLong serverMicros = new AtomicLong();

    @Test
    void contestantsTakeTurnsSliceBySlice() {
        run(0, 1, contestant("a", 2), contestant("b", 3));
        assertEquals(
                List.of(
                        "a add",
                        "b add",
                        "b add",
                        "a add",
                        "b add",
                        "a added",
                        "b added",
                        "a ask",
                        "b ask",
                        "a asked",
                        "b asked",
                        "a closed",
                        "b closed"),
                events);
    }

    @Test
    void eachRoundBeginsWithAnotherContestant() {
        run(0, 3, contestant("a", 1), contestant("b", 1), contestant("c", 1));
        List<String> adds =
                events.stream().filter(event -> event.endsWith("add")).toList();
        assertEquals(List.of("a add", "b add", "c add", "c add", "a add", "b add", "b add", "c add", "a add"), adds);
    }

    @Test
    void warmUpsDoNotCount() {
        Results results = run(2, 2, contestant("a", 1));
        // The n-th slice costs n times 1,000 us, and a round has two: the rounds that count begin with the fifth.
        assertEquals(new Figure(600, 500, 700), results.serverMicros("a", "add"));
    }

    @Test
    void theSlicesOfATaskAreAddedUpAndDividedByItsElements() {
        Results results = run(0, 1, contestant("a", 3));
        assertEquals(
                (1000 + 2000 + 3000) / 10.0, results.serverMicros("a", "add").median());
        assertEquals(1200, results.bytesIn("a", "add").median());
        assertEquals(1800, results.bytesOut("a", "add").median());
        assertTrue(results.nanos("a", "add").median() > 0);
    }

    @Test
    void aWrongAnswerEndsTheRunAndLeavesNothingOpen() {
        WrongAnswerException lie = new WrongAnswerException("a lie");
        Contestant liar = new Scripted("liar", 1, () -> {
            throw lie;
        });
        assertSame(lie, assertThrows(WrongAnswerException.class, () -> run(1, 1, contestant("a", 1), liar)));
        assertEquals(List.of("a add", "liar add", "a added", "a closed", "liar closed"), events);
    }

    private Results run(int warmUps, int rounds, Contestant... contestants) {
        return new RoundRunner(warmUps, rounds, new ScriptedMeter(this::use), what -> {}).run(List.of(contestants));
    }

    private ServerUse use() {
        long micros = serverMicros.get();
        return new ServerUse(micros, 2 * micros, 3 * micros);
    }

    private Contestant contestant(String name, int slices) {
        return new Scripted(name, slices, () -> events.add(name + " added"));
    }

    /** Adds 10 elements in some slices, then asks in one. */
    private final class Scripted implements Contestant {
        private final String name;
        private final int slices;
        private final Runnable check;
        private long cost;

        Scripted(String name, int slices, Runnable check) {
            this.name = name;
            this.slices = slices;
            this.check = check;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<List<Task>> open(int round) {
            List<Runnable> adds = new ArrayList<>();
            for (int i = 0; i < slices; i++) {
                adds.add(() -> work("add"));
            }
            return List.of(
                    List.of(new Task("add", 10, adds, check)),
                    List.of(new Task("ask", 10, List.of(() -> work("ask")), () -> events.add(name + " asked"))));
        }

        @Override
        public void close() {
            events.add(name + " closed");
        }

        private void work(String what) {
            events.add(name + " " + what);
            cost += 1000;
            serverMicros.addAndGet(cost);
        }
    }
}
