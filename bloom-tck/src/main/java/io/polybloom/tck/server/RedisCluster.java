package io.polybloom.tck.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * A Redis Cluster of primaries on 127.0.0.1 that share the hash slots evenly. Starting one takes two to three seconds,
 * two of which every master of Redis waits before it accepts writes.
 *
 * <p>The members are ordinary {@link RedisServer}s, which can be killed, restarted and paused one by one. Closing the
 * cluster closes them. Thread-safe, except that one slot may only be moved by one thread at a time.
 */
public final class RedisCluster implements AutoCloseable {

    private static final int DEFAULT_MASTERS = 3;
    private static final Duration HEALTHY_LIMIT = Duration.ofSeconds(60);
    private static final List<String> SETTINGS = List.of(
            "cluster-enabled yes",
            "cluster-config-file nodes.conf",
            "cluster-announce-ip " + Ports.HOST,
            "cluster-node-timeout 2000");

    private final List<RedisServer> nodes;

    private final int masters;

    private RedisCluster(List<RedisServer> nodes, int masters) {
        this.nodes = nodes;
        this.masters = masters;
    }

    /** Starts a cluster of three primaries; see {@link #start(int, String...)}. */
    public static RedisCluster start(String... settings) {
        return start(DEFAULT_MASTERS, settings);
    }

    /**
     * Starts a cluster and waits until every member knows all others and accepts writes.
     *
     * @param masters the number of primaries, at least 1
     * @param settings further lines of {@code redis.conf} for every member; later ones win, so that
     *     {@code "cluster-node-timeout 500"} replaces the two seconds of this class
     * @throws IllegalStateException if it does not come up
     */
    public static RedisCluster start(int masters, String... settings) {
        if (masters < 1) {
            throw new IllegalArgumentException("a cluster needs at least 1 primary, not " + masters);
        }
        return start(masters, node -> List.of(settings));
    }

    /**
     * Starts a cluster whose primaries have one replica each: node i + masters replicates node i.
     *
     * @param masters the number of primaries, at least 1
     * @param settings as for {@link #start(int, String...)}
     * @throws IllegalStateException if it does not come up
     */
    public static RedisCluster startReplicated(int masters, String... settings) {
        return start(masters, 2 * masters, node -> List.of(settings));
    }

    /** Starts a cluster whose members have settings of their own, by their numbers from 0. */
    static RedisCluster start(int masters, IntFunction<List<String>> settings) {
        return start(masters, masters, settings);
    }

    private static RedisCluster start(int masters, int servers, IntFunction<List<String>> settings) {
        RedisCluster cluster = new RedisCluster(new ArrayList<>(), masters);
        try {
            for (int i = 0; i < servers; i++) {
                List<String> lines = new ArrayList<>(SETTINGS);
                lines.addAll(settings.apply(i));
                cluster.nodes.add(RedisServer.start(lines.toArray(String[]::new)));
            }
            ClusterFormation.join(cluster.nodes, masters);
            if (servers > masters) {
                Await.until(
                        "the members of " + cluster + " know each other",
                        HEALTHY_LIMIT,
                        () -> ClusterFormation.areIntroduced(cluster.nodes));
                ClusterFormation.replicate(cluster.nodes, masters);
            }
            cluster.awaitHealthy();
            return cluster;
        } catch (RuntimeException failure) {
            cluster.close();
            throw failure;
        }
    }

    /** Returns the members in the order of their slots at the start, the replicas last. */
    public List<RedisServer> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Returns the URI by which a client connects to the cluster:
     * {@code "redis-cluster://127.0.0.1:15001,127.0.0.1:15002"}, without a password.
     */
    public String uri() {
        List<String> addresses = new ArrayList<>();
        for (RedisServer node : nodes) {
            addresses.add(node.host() + ":" + node.port());
        }
        return "redis-cluster://" + String.join(",", addresses);
    }

    /**
     * Returns the member that owns a slot now, as the first member that runs sees it.
     *
     * @param slot 0 to 16383
     * @throws IllegalStateException if nobody owns it
     */
    public RedisServer nodeOfSlot(int slot) {
        if (slot < 0 || slot >= HashSlot.COUNT) {
            throw new IllegalArgumentException("no slot: " + slot);
        }
        try (RespClient client = anyRunning().client()) {
            for (Object range : client.list("CLUSTER", "SLOTS")) {
                List<?> parts = (List<?>) range;
                if ((Long) parts.get(0) <= slot && slot <= (Long) parts.get(1)) {
                    return nodeAt((Long) ((List<?>) parts.get(2)).get(1));
                }
            }
        }
        throw new IllegalStateException("no member owns slot " + slot);
    }

    /** Returns the member that owns the slot of a key now. */
    public RedisServer nodeOfKey(byte[] key) {
        return nodeOfSlot(HashSlot.of(key));
    }

    /**
     * Waits until a replica has taken a slot over from its owner, which was killed.
     *
     * @throws IllegalStateException if no replica does
     */
    public void awaitSuccessorOf(RedisServer killed, int slot) {
        Await.until("a replica takes over slot " + slot, HEALTHY_LIMIT, () -> nodeOfSlot(slot) != killed);
    }

    /** Moves a slot and its keys to another member, as an operator does while clients continue to work. */
    public void moveSlot(int slot, RedisServer target) {
        beginMigration(slot, target).finish();
    }

    /**
     * Begins to move a slot and leaves it between its two owners until {@link SlotMigration#finish()}.
     *
     * @param target another member than the slot's owner
     * @throws IllegalArgumentException if it owns the slot already, or is not a member
     */
    public SlotMigration beginMigration(int slot, RedisServer target) {
        RedisServer source = nodeOfSlot(slot);
        if (source == target || !nodes.contains(target)) {
            throw new IllegalArgumentException("cannot move slot " + slot + " from " + source + " to " + target);
        }
        return new SlotMigration(this, slot, source, target);
    }

    /**
     * Waits until every member sees all members and owners of all slots and accepts commands, for example after
     * {@link RedisServer#restart()} of one.
     *
     * @throws IllegalStateException if that takes longer than 30 seconds
     */
    public void awaitHealthy() {
        Await.until(
                "every member of " + uri() + " finds the cluster healthy",
                HEALTHY_LIMIT,
                () -> ClusterFormation.isHealthy(nodes, masters) && ClusterFormation.isReplicated(nodes, masters));
    }

    /** Describes everything stored in the whole cluster; see {@link RespClient#snapshot()}. */
    public SortedMap<String, String> snapshot() {
        SortedMap<String, String> all = new TreeMap<>();
        for (RedisServer node : nodes) {
            try (RespClient client = node.client()) {
                all.putAll(client.snapshot());
            }
        }
        return all;
    }

    /** Removes all keys of all members. */
    public void flushAll() {
        for (RedisServer node : nodes) {
            try (RespClient client = node.client()) {
                client.call("FLUSHALL");
            }
        }
    }

    /** Closes all members. */
    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }

    @Override
    public String toString() {
        return uri();
    }

    private RedisServer anyRunning() {
        for (RedisServer node : nodes) {
            if (node.isRunning()) {
                return node;
            }
        }
        throw new IllegalStateException("no member runs");
    }

    private RedisServer nodeAt(long port) {
        for (RedisServer node : nodes) {
            if (node.port() == port) {
                return node;
            }
        }
        throw new IllegalStateException("no member listens on port " + port);
    }
}
