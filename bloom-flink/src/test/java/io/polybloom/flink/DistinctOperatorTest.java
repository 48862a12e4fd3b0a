package io.polybloom.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Layouts;
import io.polybloom.memory.InMemoryBloom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DistinctOperatorTest {

    private static final int BATCH = 100;

    private static BloomFilter<String> filter = open("seen");

    private @Nullable Subtasks running;

    private static BloomFilter<String> open(String name) {
        return InMemoryBloom.create()
                .open(
                        FilterSpec.named(name)
                                .capacity(10_000)
                                .falsePositiveRate(1e-9)
                                .build(),
                        Elements.strings());
    }

    @BeforeEach
    void openFilter() {
        filter = open("seen");
    }

    @AfterEach
    void stop() throws Exception {
        if (running != null) {
            running.kill();
        }
    }

    private Subtasks start(int batch) throws Exception {
        running = Subtasks.start(clients -> filter, batch, 1);
        return running;
    }

    private Subtasks restart(OperatorSubtaskState state, int earlier, int parallelism) throws Exception {
        stop();
        running = null;
        running = Subtasks.restore(clients -> filter, BATCH, parallelism, state, earlier);
        return running;
    }

    private static void send(Subtasks subtasks, String... elements) throws Exception {
        for (String element : elements) {
            subtasks.send(element);
        }
    }

    private static OperatorSubtaskState checkpoint(Subtasks subtasks, long checkpoint) throws Exception {
        subtasks.barrier(checkpoint);
        return subtasks.snapshot(checkpoint);
    }

    @Test
    void forwardsTheFirstElementOfEachKey() throws Exception {
        Subtasks subtasks = start(2);
        send(subtasks, "a", "a", "b", "c", "a", "b", "d");
        assertEquals(List.of("a", "b", "c", "d"), subtasks.output());
        checkpoint(subtasks, 1);
        subtasks.complete(1);
        send(subtasks, "a", "b", "e", "d");
        subtasks.passTime();
        assertEquals(List.of("e"), subtasks.output());
    }

    @Test
    void dropsWhatOthersHaveAdded() throws Exception {
        filter.add("a");
        Subtasks subtasks = start(2);
        send(subtasks, "a", "b");
        assertEquals(List.of("b"), subtasks.output());
    }

    @Test
    void looksABatchUpWhenItIsFullOrOld() throws Exception {
        Subtasks subtasks = start(3);
        send(subtasks, "a", "b");
        assertEquals(List.of(), subtasks.output());
        send(subtasks, "c", "d");
        assertEquals(List.of("a", "b", "c"), subtasks.output());
        assertEquals(1, subtasks.get(0).getProcessingTimeService().getNumActiveTimers());
        subtasks.passTime();
        assertEquals(List.of("d"), subtasks.output());
    }

    @Test
    void aFullBatchCancelsItsTimer() throws Exception {
        Subtasks subtasks = start(2);
        send(subtasks, "a", "b");
        assertEquals(0, subtasks.get(0).getProcessingTimeService().getNumActiveTimers());
    }

    @Test
    void noWatermarkOvertakesAnElement() throws Exception {
        Subtasks subtasks = start(BATCH);
        subtasks.get(0).processElement(new StreamRecord<>("a", 7));
        subtasks.get(0).processWatermark(new Watermark(8));
        assertEquals(
                List.of(new StreamRecord<>("a", 7), new Watermark(8)),
                new ArrayList<>(subtasks.get(0).getOutput()));
        send(subtasks, "b");
        subtasks.get(0).processWatermarkStatus(WatermarkStatus.IDLE);
        assertTrue(
                List.copyOf(subtasks.get(0).getOutput()).indexOf(WatermarkStatus.IDLE) == 3,
                subtasks.get(0).getOutput().toString());
    }

    @Test
    void forwardsTheBatchBeforeTheBarrierAndAtTheEnd() throws Exception {
        Subtasks subtasks = start(BATCH);
        send(subtasks, "a");
        subtasks.barrier(1);
        assertEquals(List.of("a"), subtasks.output());
        subtasks.snapshot(1);
        send(subtasks, "b");
        subtasks.get(0).endInput();
        subtasks.get(0).getOneInputOperator().finish();
        assertEquals(List.of("b"), subtasks.output());
    }

    @Test
    void theFilterHasAKeyWhenItsCheckpointIsComplete() throws Exception {
        Subtasks subtasks = start(1);
        send(subtasks, "a");
        checkpoint(subtasks, 1);
        send(subtasks, "b");
        checkpoint(subtasks, 2);
        send(subtasks, "c");
        assertArrayEquals(new boolean[3], filter.mightContainAll(List.of("a", "b", "c")));
        subtasks.complete(1);
        assertArrayEquals(new boolean[] {true, false, false}, filter.mightContainAll(List.of("a", "b", "c")));
        checkpoint(subtasks, 3); // 2 was aborted
        subtasks.complete(3);
        assertArrayEquals(new boolean[] {true, true, true}, filter.mightContainAll(List.of("a", "b", "c")));
        send(subtasks, "a", "b", "c");
        assertEquals(List.of("a", "b", "c"), subtasks.output());
        OperatorSubtaskState empty = checkpoint(subtasks, 4);
        filter.clear();
        restart(empty, 1, 1);
        assertArrayEquals(new boolean[3], filter.mightContainAll(List.of("a", "b", "c")), "their state is gone");
    }

    /** The checkpoint was complete, but nobody was told before the failure. */
    @Test
    void aRestoredKeyIsInTheFilterBeforeTheFirstElement() throws Exception {
        Subtasks subtasks = start(1);
        send(subtasks, "a", "b");
        OperatorSubtaskState state = checkpoint(subtasks, 1);
        send(subtasks, "c");
        subtasks = restart(state, 1, 1);
        assertArrayEquals(new boolean[] {true, true, false}, filter.mightContainAll(List.of("a", "b", "c")));
        send(subtasks, "c", "a", "b", "c");
        subtasks.passTime();
        assertEquals(List.of("c"), subtasks.output());
    }

    /** The same replay, with deliveries counted by the subtask, loses elements: a delivery must name its element. */
    @Test
    void aReplayInAnotherOrderLosesNothing() throws Exception {
        Subtasks subtasks = start(1);
        OperatorSubtaskState state = checkpoint(subtasks, 1);
        send(subtasks, "a", "b", "b", "c");
        subtasks = restart(state, 1, 1);
        send(subtasks, "b", "a", "c", "b");
        subtasks.passTime();
        assertEquals(List.of("b", "a", "c"), subtasks.output());

        Claims<String> claims = open("claimed").claims("subtask-0");
        claims.addAll(0, List.of("a", "b", "b", "c"));
        assertArrayEquals(
                new boolean[] {true, true, false, true}, claims.addAll(0, List.of("b", "a", "c", "b")), "loses c");
    }

    @Test
    void theStateFollowsItsKeysWhenTheParallelismChanges() throws Exception {
        running = Subtasks.start(clients -> filter, 1, 2);
        List<String> contained = numbers(0, 40);
        List<String> replayed = numbers(40, 80);
        send(running, contained.toArray(String[]::new));
        OperatorSubtaskState state = checkpoint(running, 1);
        send(running, replayed.toArray(String[]::new));
        assertEquals(80, running.output().size());
        for (int parallelism : List.of(3, 1)) {
            filter = open("seen");
            Subtasks subtasks = restart(state, 2, parallelism);
            assertFalse(asList(filter.mightContainAll(contained)).contains(false));
            send(subtasks, replayed.toArray(String[]::new));
            send(subtasks, contained.toArray(String[]::new));
            subtasks.passTime();
            assertEquals(replayed, subtasks.output().stream().sorted().toList());
        }
    }

    private static List<String> numbers(int from, int to) {
        List<String> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) {
            numbers.add(Integer.toString(1_000 + i));
        }
        return numbers;
    }

    private static List<Boolean> asList(boolean[] answers) {
        List<Boolean> list = new ArrayList<>();
        for (boolean answer : answers) {
            list.add(answer);
        }
        return list;
    }

    @Test
    void aFailureOfTheFilterIsAFailureOfTheTask() throws Exception {
        BloomFilter<String> healthy = filter;
        List<String> failing = new ArrayList<>();
        filter = FaultyFilter.around(healthy, place -> {
            if (failing.contains(place)) {
                throw new IllegalStateException(place);
            }
        });
        Subtasks subtasks = start(1);
        send(subtasks, "a");
        OperatorSubtaskState state = checkpoint(subtasks, 1);
        failing.add("within addAll");
        assertThrows(IllegalStateException.class, () -> subtasks.complete(1));
        failing.add("before mightContainAll");
        assertThrows(IllegalStateException.class, () -> send(subtasks, "b"));
        assertEquals(List.of("a"), subtasks.output());
        failing.clear();
        Subtasks restored = restart(state, 1, 1);
        send(restored, "b", "a");
        restored.passTime();
        assertEquals(List.of("b"), restored.output());
    }

    @Test
    void countsInTheMetricsOfTheTask() throws Exception {
        filter.add("old");
        Subtasks subtasks = start(1);
        send(subtasks, "a", "a", "old", "b");
        assertEquals(List.of(2L, 2L, 2L), metrics(subtasks));
        checkpoint(subtasks, 1);
        send(subtasks, "c");
        subtasks.complete(1);
        assertEquals(List.of(3L, 2L, 1L), metrics(subtasks));
    }

    private static List<Long> metrics(Subtasks subtasks) throws ReflectiveOperationException {
        List<Long> values = new ArrayList<>();
        for (String name : List.of("distinct", "duplicates", "unsettled")) {
            var field = DistinctOperator.class.getDeclaredField(name);
            field.setAccessible(true);
            values.add(((Counter) field.get(subtasks.get(0).getOneInputOperator())).getCount());
        }
        return values;
    }

    @Test
    void closesTheClientsInReverseEvenIfOpeningFails() throws Exception {
        List<String> closed = new ArrayList<>();
        Recorder.events = closed;
        assertThrows(
                IllegalStateException.class,
                () -> Subtasks.start(
                        clients -> {
                            clients.own(() -> Recorder.events.add("first"));
                            clients.own(() -> Recorder.events.add("second"));
                            throw new IllegalStateException("no connection");
                        },
                        1,
                        1));
        assertEquals(List.of("second", "first"), closed);
    }

    /** What a serializable lambda may refer to. */
    private static final class Recorder {
        private static List<String> events = new ArrayList<>();
    }

    /** Flink would restart the job again and again, by default without an end and without a word on the console. */
    @Test
    void aFilterThatNoRestartCouldOpenFailsTheJob() {
        InMemoryBloom filters = InMemoryBloom.create();
        filters.open(FilterSpec.named("seen").capacity(1_000).build(), Elements.strings());
        SuppressRestartsException thrown = assertThrows(
                SuppressRestartsException.class,
                () -> Subtasks.start(
                        clients -> filters.open(
                                FilterSpec.named("seen").capacity(2_000).build(), Elements.strings()),
                        1,
                        1));
        assertInstanceOf(SpecMismatchException.class, thrown.getCause());
    }

    @Test
    void refusesAFilterThatCounts() {
        filter = InMemoryBloom.create()
                .open(
                        FilterSpec.named("counts")
                                .layout(Layouts.COUNTING)
                                .capacity(1_000)
                                .build(),
                        Elements.strings());
        SuppressRestartsException thrown = assertThrows(SuppressRestartsException.class, () -> start(1));
        assertInstanceOf(UnsupportedFilterException.class, thrown.getCause());
    }

    @Test
    void refusesAJobWithoutCheckpoints() {
        Deduplication<String, String> deduplication = Deduplication.by(element -> element, clients -> filter);
        StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<String> stream = job.fromSequence(0, 9).map(Object::toString);
        assertThrows(IllegalStateException.class, () -> deduplication.of(stream));
        job.enableCheckpointing(1_000);
        assertEquals(stream.getType(), deduplication.of(stream).getType());
    }

    @Test
    void refusesAnEmptyBatchAndNoDelay() {
        Deduplication<String, String> deduplication = Deduplication.by(element -> element, clients -> filter);
        assertThrows(IllegalArgumentException.class, () -> deduplication.batch(0, Duration.ofMillis(1)));
        assertThrows(IllegalArgumentException.class, () -> deduplication.batch(1, Duration.ofNanos(999_999)));
        deduplication.batch(1, Duration.ofMillis(1));
    }
}
