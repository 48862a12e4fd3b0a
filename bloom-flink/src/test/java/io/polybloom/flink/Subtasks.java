package io.polybloom.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/** One attempt of a job: its subtasks, each on a harness of Flink. The elements are their own keys. */
final class Subtasks {

    static final int KEY_GROUPS = 16;
    static final Duration DELAY = Duration.ofMillis(20);

    private final List<KeyedOneInputStreamOperatorTestHarness<String, String, String>> harnesses = new ArrayList<>();

    private Subtasks() {}

    /** Starts the subtasks. */
    static Subtasks start(FilterOpener<String> filter, int batch, int parallelism) throws Exception {
        return restore(filter, batch, parallelism, null, parallelism);
    }

    /**
     * Starts the subtasks from the state of another attempt.
     *
     * @param earlier the number of subtasks that made the state
     */
    static Subtasks restore(
            FilterOpener<String> filter, int batch, int parallelism, @Nullable OperatorSubtaskState state, int earlier)
            throws Exception {
        Subtasks subtasks = new Subtasks();
        try {
            for (int index = 0; index < parallelism; index++) {
                KeyedOneInputStreamOperatorTestHarness<String, String, String> harness =
                        new KeyedOneInputStreamOperatorTestHarness<>(
                                new DistinctOperator<String, String>(filter, batch, DELAY.toMillis()),
                                key -> key,
                                Types.STRING,
                                KEY_GROUPS,
                                parallelism,
                                index);
                subtasks.harnesses.add(harness);
                harness.setup(Types.STRING.createSerializer(
                        harness.getExecutionConfig().getSerializerConfig()));
                if (state != null) {
                    harness.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                            state, KEY_GROUPS, earlier, parallelism, index));
                }
                harness.open();
            }
            return subtasks;
        } catch (Exception failure) {
            subtasks.kill();
            throw failure;
        }
    }

    KeyedOneInputStreamOperatorTestHarness<String, String, String> get(int index) {
        return harnesses.get(index);
    }

    /** Returns the subtask to which Flink sends a key. */
    int indexOf(String key) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(key, KEY_GROUPS, harnesses.size());
    }

    /** Sends an element to its subtask. */
    void send(String element) throws Exception {
        harnesses.get(indexOf(element)).processElement(new StreamRecord<>(element));
    }

    /** Lets the time pass after which no element waits any longer. */
    void passTime() throws Exception {
        for (KeyedOneInputStreamOperatorTestHarness<String, String, String> harness : harnesses) {
            harness.setProcessingTime(harness.getProcessingTime() + DELAY.toMillis());
        }
    }

    /** Takes the elements that were forwarded since the last call. */
    List<String> output() {
        List<String> forwarded = new ArrayList<>();
        for (KeyedOneInputStreamOperatorTestHarness<String, String, String> harness : harnesses) {
            forwarded.addAll(harness.extractOutputValues());
            harness.getOutput().clear();
        }
        return forwarded;
    }

    /** Lets the barrier of a checkpoint pass. */
    void barrier(long checkpoint) throws Exception {
        for (KeyedOneInputStreamOperatorTestHarness<String, String, String> harness : harnesses) {
            harness.prepareSnapshotPreBarrier(checkpoint);
        }
    }

    /** Takes the state of a checkpoint whose barrier has passed. */
    OperatorSubtaskState snapshot(long checkpoint) throws Exception {
        OperatorSubtaskState[] states = new OperatorSubtaskState[harnesses.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = harnesses.get(i).snapshot(checkpoint, 0);
        }
        return AbstractStreamOperatorTestHarness.repackageState(states);
    }

    /** Tells all subtasks that a checkpoint is complete. */
    void complete(long checkpoint) throws Exception {
        for (KeyedOneInputStreamOperatorTestHarness<String, String, String> harness : harnesses) {
            harness.notifyOfCompletedCheckpoint(checkpoint);
        }
    }

    /** Ends the attempt as a failure does: nothing is flushed. */
    void kill() throws Exception {
        for (KeyedOneInputStreamOperatorTestHarness<String, String, String> harness : harnesses) {
            harness.getOneInputOperator().close(); // harness.close() would finish it first
            harness.getEnvironment().close();
        }
    }
}
