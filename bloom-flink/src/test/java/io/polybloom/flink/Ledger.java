package io.polybloom.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Two outputs in one, in files that outlive the process: what was written at once, by attempts that failed, too, and
 * what was committed with a checkpoint, as a transactional sink does. Each writing has an id, so that committing it
 * twice is committing it once.
 */
final class Ledger implements MapFunction<String, String>, CheckpointedFunction, CheckpointListener {

    private static final long serialVersionUID = 1;

    /** Has a permit for each element that a job of this process has written. */
    static final Semaphore WRITES = new Semaphore(0);

    private final String directory;

    private transient ListState<String> state;
    private transient List<String> open;
    private transient NavigableMap<Long, List<String>> prepared;

    @SuppressWarnings("NullAway.Init") // initializeState() sets the fields
    Ledger(Path directory) {
        this.directory = directory.toString();
    }

    /** Returns the elements that were written, in the order of the writings. */
    static List<String> written(Path directory) throws IOException {
        return Files.readAllLines(directory.resolve("written"));
    }

    /** Returns the elements whose writing was committed, in any order. */
    static List<String> committed(Path directory) throws IOException {
        Map<String, String> elements = new HashMap<>();
        for (String writing : Files.readAllLines(directory.resolve("committed"))) {
            int separator = writing.indexOf('=');
            elements.put(writing.substring(0, separator), writing.substring(separator + 1));
        }
        return List.copyOf(elements.values());
    }

    @Override
    public String map(String element) {
        Kills.reach("before emit");
        append("written", element);
        open.add(UUID.randomUUID() + "=" + element);
        WRITES.release();
        Kills.reach("after emit");
        return element;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("prepared", Types.STRING));
        open = new ArrayList<>();
        prepared = new TreeMap<>();
        for (String writing : state.get()) {
            append("committed", writing);
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
        complete.values().forEach(writings -> writings.forEach(writing -> append("committed", writing)));
        complete.clear();
        Kills.reach("after commit");
    }

    private void append(String file, String line) {
        try {
            Files.writeString(
                    Path.of(directory, file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
