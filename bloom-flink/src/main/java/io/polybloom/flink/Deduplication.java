package io.polybloom.flink;

import io.polybloom.support.ServedVersions;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Forwards the first element of each key, and drops the others. The keys that were seen are in a filter in Redis, which
 * keeps them beyond the job and may be shared with other jobs.
 *
 * <pre>{@code
 * DataStream<Click> distinct = Deduplication.by(Click::id, filter).of(clicks);
 * }</pre>
 *
 * <p>A key is added to the filter only when a checkpoint that contains its element is complete; until then it is in the
 * keyed state. So a failure undoes in the filter exactly what it undoes in the job: elements that are replayed, in
 * whatever order and by whatever subtask, are forwarded again, and those that a checkpoint contains are not. The filter
 * takes a new key for an old one at the rate of its false positives; nothing else is lost.
 *
 * <p>This holds for the newest complete checkpoint or savepoint of the job. A job that is restored from an earlier one
 * drops the elements that were first seen after it. Two jobs that get the same key at the same time both forward it.
 *
 * <p>{@linkplain io.polybloom.Claims Claims} are not used: they need a number that a replay repeats with the same
 * element, and after {@code keyBy} there is none.
 *
 * <p>An operation of the filter that fails, fails the job, which then restarts from its last checkpoint. A filter that
 * no restart could open, since it has other parameters, fails the job for good.
 *
 * <p>Instances are immutable.
 *
 * @param <T> the type of the elements
 * @param <K> the type of the keys
 */
public final class Deduplication<T, K> {

    private static final int DEFAULT_BATCH = 1_000;
    private static final Duration DEFAULT_DELAY = Duration.ofMillis(20);

    private final KeySelector<T, K> key;
    private final FilterOpener<K> filter;
    private final int batch;
    private final Duration delay;

    private Deduplication(KeySelector<T, K> key, FilterOpener<K> filter, int batch, Duration delay) {
        this.key = Objects.requireNonNull(key, "key");
        this.filter = Objects.requireNonNull(filter, "filter");
        this.batch = batch;
        this.delay = delay;
    }

    /**
     * Deduplicates by a key, in batches of up to 1,000 elements that wait for up to 20 ms.
     *
     * @param key never returns null; Flink sends all elements of a key to the same subtask
     * @param filter opens a filter of keys that does not count them
     * @throws IllegalStateException if the version of Flink is not supported
     */
    public static <T, K> Deduplication<T, K> by(KeySelector<T, K> key, FilterOpener<K> filter) {
        new ServedVersions("Flink", "1.19", "2.3").require(EnvironmentInformation.getVersion());
        return new Deduplication<>(key, filter, DEFAULT_BATCH, DEFAULT_DELAY);
    }

    /**
     * Sets how many elements a subtask looks up in one call, and how long an element may wait for others. Watermarks
     * and checkpoints wait for no batch.
     *
     * @param elements at least 1
     * @param delay at least a millisecond
     */
    public Deduplication<T, K> batch(int elements, Duration delay) {
        if (elements < 1) {
            throw new IllegalArgumentException("a batch of " + elements + " elements; it has at least 1");
        }
        if (delay.toMillis() < 1) {
            throw new IllegalArgumentException("the delay is below one millisecond");
        }
        return new Deduplication<>(key, filter, elements, delay);
    }

    /**
     * Returns the distinct elements of a stream. Give the result a {@code uid}, so that savepoints can be restored
     * after the job has changed.
     *
     * @throws IllegalStateException if the environment of the stream has no checkpoints; enable them before this call
     */
    public SingleOutputStreamOperator<T> of(DataStream<T> stream) {
        if (!stream.getExecutionEnvironment().getCheckpointConfig().isCheckpointingEnabled()) {
            throw new IllegalStateException("without checkpoints, no key would ever be added to the filter: call"
                    + " enableCheckpointing(...) first, or set execution.checkpointing.interval");
        }
        return stream.keyBy(key)
                .transform("Distinct", stream.getType(), new DistinctOperator<>(filter, batch, delay.toMillis()));
    }
}
