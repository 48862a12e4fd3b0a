package io.polybloom.flink;

import io.polybloom.BloomFilter;
import io.polybloom.ParametersNeededException;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ScheduledFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.jspecify.annotations.Nullable;

/**
 * Forwards the first element of each key. The key is <em>forwarded</em> in the keyed state from then on, and moves to
 * the filter when a checkpoint that contains it is complete. So the filter never has a key whose element a failure
 * could take back, and all keys of a checkpoint are either in its state or in the filter.
 *
 * <p>Everything runs in the thread of the task. Flink redistributes the state by key, as it does the elements, so the
 * subtask that gets an element also has its state, after any change of the parallelism.
 */
final class DistinctOperator<T, K> extends AbstractStreamOperator<T> implements OneInputStreamOperator<T, T> {

    private static final long serialVersionUID = 1;

    private static final String FORWARDED = "forwarded";
    /** The layout whose elements are counted. */
    private static final String COUNTING = "counting-v1";

    private final FilterOpener<K> opener;
    private final int batchSize;
    private final long delayMillis;

    private transient @Nullable TaskClients clients;
    private transient BloomFilter<K> filter;
    private transient ValueState<Boolean> forwarded;
    /** The elements that have not been looked up. */
    private transient Map<K, StreamRecord<T>> batch;

    private transient @Nullable ScheduledFuture<?> timer;
    /** The forwarded keys that no snapshot contains. */
    private transient List<K> sinceSnapshot;
    /** The other forwarded keys, by the first snapshot that contains them. */
    private transient NavigableMap<Long, List<K>> snapshots;

    private transient Counter distinct;
    private transient Counter duplicates;
    private transient Counter unsettled;

    @SuppressWarnings("NullAway.Init") // Flink sends the operator to the tasks, where open() sets the transient fields.
    DistinctOperator(FilterOpener<K> opener, int batchSize, long delayMillis) {
        this.opener = opener;
        this.batchSize = batchSize;
        this.delayMillis = delayMillis;
    }

    /** Moves the restored keys to the filter before the first element comes: the checkpoint is complete. */
    @Override
    public void open() throws Exception {
        super.open();
        batch = new LinkedHashMap<>();
        sinceSnapshot = new ArrayList<>();
        snapshots = new TreeMap<>();
        MetricGroup metrics = getMetricGroup();
        distinct = metrics.counter("distinct");
        duplicates = metrics.counter("duplicates");
        unsettled = metrics.counter("unsettled");
        forwarded = getRuntimeContext().getState(new ValueStateDescriptor<>(FORWARDED, Types.BOOLEAN));
        clients = new TaskClients();
        filter = openFilter(clients);
        try (Stream<K> restored = this.<K>getKeyedStateBackend().getKeys(FORWARDED, VoidNamespace.INSTANCE)) {
            List<K> keys = restored.collect(Collectors.toList());
            unsettled.inc(keys.size());
            settle(keys);
        }
    }

    /** Fails the job, without a restart, if no restart could open the filter. */
    private BloomFilter<K> openFilter(TaskClients owner) throws Exception {
        try {
            BloomFilter<K> opened = opener.open(owner);
            if (opened.description().layout().equals(COUNTING)) {
                throw new UnsupportedFilterException(
                        "the filter '" + opened.description().name()
                                + "' counts its elements, and may count one twice: use another layout");
            }
            return opened;
        } catch (SpecMismatchException | UnsupportedFilterException | ParametersNeededException permanent) {
            throw new SuppressRestartsException(permanent);
        }
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        @SuppressWarnings("unchecked")
        K key = (K) getCurrentKey();
        if (batch.containsKey(key) || forwarded.value() != null) {
            duplicates.inc();
            return;
        }
        batch.put(key, element);
        if (batch.size() >= batchSize) {
            flush();
        } else if (timer == null) {
            long end = getProcessingTimeService().getCurrentProcessingTime() + delayMillis;
            timer = getProcessingTimeService().registerTimer(end, time -> flush());
        }
    }

    /** Looks the elements of the batch up, and forwards those that are new. */
    private void flush() throws Exception {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        if (batch.isEmpty()) {
            return;
        }
        Map<K, StreamRecord<T>> asked = batch;
        batch = new LinkedHashMap<>();
        boolean[] seen = filter.mightContainAll(asked.keySet());
        int next = 0;
        for (Map.Entry<K, StreamRecord<T>> element : asked.entrySet()) {
            if (seen[next++]) {
                duplicates.inc();
            } else {
                setCurrentKey(element.getKey());
                forwarded.update(true);
                sinceSnapshot.add(element.getKey());
                distinct.inc();
                unsettled.inc();
                output.collect(element.getValue());
            }
        }
    }

    /** No watermark overtakes an element. */
    @Override
    public void processWatermark(Watermark mark) throws Exception {
        flush();
        super.processWatermark(mark);
    }

    /** An idle input must not let the watermarks of others overtake an element. */
    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        flush();
        super.processWatermarkStatus(status);
    }

    /** Nothing may be forwarded between the barrier and the snapshot, so no element waits there. */
    @Override
    public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
        flush();
        super.prepareSnapshotPreBarrier(checkpoint);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        snapshots.put(context.getCheckpointId(), sinceSnapshot);
        sinceSnapshot = new ArrayList<>();
    }

    /** A checkpoint also contains what earlier ones contain that were aborted, or whose completion was not told. */
    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        NavigableMap<Long, List<K>> complete = snapshots.headMap(checkpoint, true);
        List<K> keys = complete.values().stream().flatMap(List::stream).collect(Collectors.toList());
        settle(keys);
        complete.clear();
    }

    /** Moves keys from the state to the filter. */
    private void settle(List<K> keys) throws Exception {
        filter.addAll(keys);
        for (K key : keys) {
            setCurrentKey(key);
            forwarded.clear();
        }
        unsettled.dec(keys.size());
    }

    @Override
    public void finish() throws Exception {
        flush();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        try {
            super.close();
        } finally {
            if (clients != null) {
                clients.close();
            }
        }
    }
}
