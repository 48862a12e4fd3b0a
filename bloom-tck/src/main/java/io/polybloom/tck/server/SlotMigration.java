package io.polybloom.tck.server;

import java.util.ArrayList;
import java.util.List;

/**
 * A slot on its way from one member of a cluster to another, halted wherever the test wants.
 *
 * <p>From the beginning, the source answers for the keys it still has and sends clients to the target with {@code ASK}
 * for all others; the target answers only after {@code ASKING}. A command with several keys of which only some have
 * moved gets {@code TRYAGAIN} from the target, if not already from the source. After {@link #finish()} the source
 * answers {@code MOVED}.
 *
 * <pre>{@code
 * try (SlotMigration migration = cluster.beginMigration(slot, target)) {
 *     bulkAdd();                // some keys are answered by the source, absent ones by ASK
 *     migration.moveKeys();
 *     bulkAdd();                // all by ASK
 * }
 * }</pre>
 *
 * <p>Not thread-safe; clients of the cluster may work meanwhile.
 */
public final class SlotMigration implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 10_000;

    private final RedisCluster cluster;
    private final int slot;
    private final RedisServer source;
    private final RedisServer target;
    private final String targetId;
    private boolean finished;

    SlotMigration(RedisCluster cluster, int slot, RedisServer source, RedisServer target) {
        this.cluster = cluster;
        this.slot = slot;
        this.source = source;
        this.target = target;
        try (RespClient atSource = source.client();
                RespClient atTarget = target.client()) {
            targetId = atTarget.line("CLUSTER", "MYID");
            atTarget.call("CLUSTER", "SETSLOT", slot, "IMPORTING", atSource.line("CLUSTER", "MYID"));
            atSource.call("CLUSTER", "SETSLOT", slot, "MIGRATING", targetId);
        }
    }

    /** Returns the member that owns the slot until the end. */
    public RedisServer source() {
        return source;
    }

    /** Returns the member that will own the slot. */
    public RedisServer target() {
        return target;
    }

    /** Moves all keys of the slot that the source has. The slot itself stays with the source. */
    public void moveKeys() {
        while (moveKeys(100) > 0) {
            continue;
        }
    }

    /**
     * Moves some keys of the slot.
     *
     * @param limit how many at most
     * @return how many were moved; 0 when the source has none left
     */
    public int moveKeys(int limit) {
        try (RespClient client = source.client()) {
            List<?> keys = client.list("CLUSTER", "GETKEYSINSLOT", slot, limit);
            if (!keys.isEmpty()) {
                client.call(migrate(keys).toArray());
            }
            return keys.size();
        }
    }

    /** Moves the keys that are left and makes the target the owner in the eyes of all members. */
    public void finish() {
        moveKeys();
        assign(target);
        assign(source);
        for (RedisServer node : cluster.nodes()) {
            if (node != source && node != target) {
                assign(node);
            }
        }
        finished = true;
    }

    /** Finishes the migration, unless it has been finished. */
    @Override
    public void close() {
        if (!finished) {
            finish();
        }
    }

    private List<Object> migrate(List<?> keys) {
        List<Object> command = new ArrayList<>(List.of("MIGRATE", target.host(), target.port(), "", 0, TIMEOUT_MILLIS));
        if (target.password() != null) {
            command.addAll(List.of("AUTH", target.password()));
        }
        command.add("KEYS");
        command.addAll(keys);
        return command;
    }

    /** A replica learns from its primary, and takes no such command. */
    private void assign(RedisServer node) {
        try (RespClient client = node.client()) {
            if (client.line("INFO", "replication").contains("role:slave")) {
                return;
            }
            client.call("CLUSTER", "SETSLOT", slot, "NODE", targetId);
        }
    }
}
