package io.polybloom.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Runs jobs on harnesses through random schedules: checkpoints that complete, are aborted, or complete without
 * everybody being told; failures between any two steps and within calls of the filter; and after each failure, a replay
 * in another order by another number of subtasks. A transactional output has every key exactly once, and an output that
 * keeps what failed attempts have written repeats no more than they had forwarded since their last checkpoint.
 */
class DistinctScheduleTest {

    /** The number of schedules. The whole check has more of them. */
    private static final int SEEDS = Integer.getInteger("bloom.seeds", 15);

    private static final int ELEMENTS = 120;
    private static final int KEYS = 60;

    private static FilterOpener<String> opener = clients -> {
        throw new IllegalStateException("not set");
    };

    @Test
    void everyKeyIsForwardedExactlyOnce() throws Exception {
        int failures = 0;
        int repeats = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Job job = new Job(new Random(seed), false);
            job.run();
            assertEquals(job.keys(), new HashSet<>(job.committed), "lost, seed " + seed);
            assertEquals(job.keys().size(), job.committed.size(), "repeated, seed " + seed);
            assertEquals(job.written - job.undone, job.committed.size(), "seed " + seed);
            failures += job.failures;
            repeats += job.undone;
        }
        assertTrue(failures > 4 * SEEDS, failures + " failures");
        assertTrue(repeats > SEEDS, repeats + " repeats");
    }

    /** Without a state of its own, a job loses what it has added before a failure. */
    @Test
    void addingAtOnceLosesKeys() throws Exception {
        int lost = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Job job = new Job(new Random(seed), true);
            job.run();
            lost += job.keys().size() - new HashSet<>(job.committed).size();
        }
        assertTrue(lost > SEEDS, lost + " lost");
    }

    /** A checkpoint that is complete: what the source, the operator and the output restart from. */
    private record Checkpoint(Set<Integer> read, @Nullable OperatorSubtaskState state, int parallelism) {}

    private static final class Job {

        private final Random random;
        private final List<String> source = new ArrayList<>();
        private final BloomFilter<String> filter = InMemoryBloom.create()
                .open(
                        FilterSpec.named("seen")
                                .capacity(1_000)
                                .falsePositiveRate(1e-9)
                                .build(),
                        Elements.strings());
        private final int batch;
        private boolean faulty = true;

        private Checkpoint last = new Checkpoint(Set.of(), null, 1);
        private Set<Integer> read = new HashSet<>();
        private List<Integer> ahead = new ArrayList<>();
        private @Nullable Subtasks attempt;
        private int subtasks;
        private long checkpoint;

        private final List<String> committed = new ArrayList<>();
        private final List<String> sinceCheckpoint = new ArrayList<>();
        private int failures;
        private int written;
        private int undone;

        Job(Random random, boolean addsAtOnce) {
            this.random = random;
            this.batch = 1 + random.nextInt(8);
            for (int i = 0; i < ELEMENTS; i++) {
                source.add("key-" + random.nextInt(KEYS));
            }
            BloomFilter<String> faults = FaultyFilter.around(filter, place -> {
                if (faulty && random.nextInt(60) == 0) {
                    throw new IllegalStateException(place);
                }
            });
            opener = clients -> addsAtOnce ? AddsAtOnce.instead(faults) : faults;
        }

        Set<String> keys() {
            return new HashSet<>(source);
        }

        void run() throws Exception {
            while (attempt == null || !ahead.isEmpty()) {
                try {
                    step();
                } catch (IllegalStateException failure) {
                    fail();
                }
            }
            faulty = false;
            while (attempt == null || !ahead.isEmpty() || last.read().size() < ELEMENTS) {
                if (attempt == null) {
                    restart();
                }
                while (!ahead.isEmpty()) {
                    read();
                }
                takeCheckpoint();
            }
            attempt.kill();
        }

        private void step() throws Exception {
            if (attempt == null) {
                restart();
                return;
            }
            switch (random.nextInt(20)) {
                case 0 -> takeCheckpoint();
                case 1 -> {
                    attempt.passTime();
                    write();
                }
                case 2 -> {
                    if (random.nextInt(4) == 0) {
                        fail();
                    }
                }
                default -> read();
            }
        }

        /** The elements that no checkpoint contains come in any order, to any number of subtasks. */
        private void restart() throws Exception {
            int parallelism = 1 + random.nextInt(4);
            read = new HashSet<>(last.read());
            ahead = new ArrayList<>();
            for (int i = 0; i < ELEMENTS; i++) {
                if (!read.contains(i)) {
                    ahead.add(i);
                }
            }
            Collections.shuffle(ahead, random);
            attempt = Subtasks.restore(opener, batch, parallelism, last.state(), last.parallelism());
            subtasks = parallelism;
        }

        private void read() throws Exception {
            int next = ahead.remove(ahead.size() - 1);
            read.add(next);
            attempt.send(source.get(next));
            write();
        }

        private void write() {
            List<String> output = attempt.output();
            written += output.size();
            sinceCheckpoint.addAll(output);
        }

        private void takeCheckpoint() throws Exception {
            checkpoint++;
            attempt.barrier(checkpoint);
            write();
            OperatorSubtaskState state = attempt.snapshot(checkpoint);
            if (faulty && random.nextInt(3) == 0) {
                return; // aborted
            }
            last = new Checkpoint(new HashSet<>(read), state, subtasks);
            committed.addAll(sinceCheckpoint);
            sinceCheckpoint.clear();
            for (int i = 0; i < subtasks; i++) {
                if (!faulty || random.nextInt(5) > 0) {
                    attempt.get(i).notifyOfCompletedCheckpoint(checkpoint);
                }
            }
        }

        private void fail() throws Exception {
            failures++;
            if (attempt != null) {
                write();
                attempt.kill();
                attempt = null;
            }
            undone += sinceCheckpoint.size();
            sinceCheckpoint.clear();
        }
    }
}
