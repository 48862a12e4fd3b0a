package io.polybloom.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Two outputs in one: what was written at once, by attempts that failed, too, and what was committed with a checkpoint,
 * as a transactional sink does. Each writing has a number, so that committing it twice is committing it once.
 */
final class Ledger implements MapFunction<String, String>, CheckpointedFunction, CheckpointListener {

    private static final long serialVersionUID = 1;

    static final Queue<String> WRITTEN = new ConcurrentLinkedQueue<>();
    static final Map<String, String> COMMITTED = new ConcurrentHashMap<>();
    private static final AtomicLong NUMBER = new AtomicLong();

    private transient ListState<String> state;
    private transient List<String> open;
    private transient NavigableMap<Long, List<String>> prepared;

    @SuppressWarnings("NullAway.Init") // initializeState() sets the fields
    Ledger() {}

    static void clear() {
        WRITTEN.clear();
        COMMITTED.clear();
    }

    @Override
    public String map(String element) {
        Kills.reach("before emit");
        WRITTEN.add(element);
        open.add(NUMBER.incrementAndGet() + "=" + element);
        Kills.reach("after emit");
        return element;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("prepared", Types.STRING));
        open = new ArrayList<>();
        prepared = new TreeMap<>();
        for (String writing : state.get()) {
            commit(writing);
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        Kills.reach("before snapshot");
        prepared.put(context.getCheckpointId(), open);
        open = new ArrayList<>();
        List<String> all = new ArrayList<>();
        prepared.values().forEach(all::addAll);
        state.update(all);
        Kills.reach("after snapshot");
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        Kills.reach("before commit");
        NavigableMap<Long, List<String>> complete = prepared.headMap(checkpoint, true);
        complete.values().forEach(writings -> writings.forEach(Ledger::commit));
        complete.clear();
        Kills.reach("after commit");
    }

    private static void commit(String writing) {
        COMMITTED.put(writing, writing.substring(writing.indexOf('=') + 1));
    }
}
