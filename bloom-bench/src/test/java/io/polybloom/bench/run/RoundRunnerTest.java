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
    void everyRoundExecutesEveryContestantOnce() {
        run(0, 3, contestant("a", 1), contestant("b", 1), contestant("c", 1));
        assertEquals(
                List.of("a", "a closed", "b", "b closed", "c", "c closed"), events.subList(0, 6), "the first round");
        assertEquals(
                List.of("c", "c closed", "a", "a closed", "b", "b closed"),
                events.subList(6, 12),
                "the next one begins with another");
        assertEquals(18, events.size());
    }

    @Test
    void warmUpsDoNotCount() {
        Results results = run(2, 1, contestant("a", 10));
        assertEquals(6, events.size());
        // The first warm-up round takes 1,000 us of the server, each later round as much more.
        assertEquals(new Figure(300, 300, 300), results.serverMicros("a", "task"));
    }

    @Test
    void timesArePerElement() {
        Results results = run(0, 1, contestant("a", 1000));
        assertEquals(1, results.serverMicros("a", "task").median());
        assertTrue(results.nanos("a", "task").median() > 0);
    }

    @Test
    void oneWrongAnswerEndsTheRunAndLeavesNothingOpen() {
        WrongAnswerException lie = new WrongAnswerException("a lie");
        Contestant liar = new Scripted("liar", 1, () -> {
            throw lie;
        });
        assertSame(lie, assertThrows(WrongAnswerException.class, () -> run(1, 1, liar, contestant("b", 1))));
        assertEquals(List.of("liar", "liar closed"), events);
    }

    private Results run(int warmUps, int rounds, Contestant... contestants) {
        return new RoundRunner(warmUps, rounds, serverMicros::get, what -> {}).run(List.of(contestants));
    }

    private Contestant contestant(String name, long operations) {
        AtomicLong cost = new AtomicLong();
        return new Scripted(name, operations, () -> serverMicros.addAndGet(cost.addAndGet(1000)));
    }

    private final class Scripted implements Contestant {
        private final String name;
        private final long operations;
        private final Runnable work;

        Scripted(String name, long operations, Runnable work) {
            this.name = name;
            this.operations = operations;
            this.work = work;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<Task> open(int round) {
            events.add(name);
            return List.of(new Task("task", operations, work));
        }

        @Override
        public void close() {
            events.add(name + " closed");
        }
    }
}
