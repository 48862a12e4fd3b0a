package io.polybloom.tck.server;

import java.util.ArrayList;
import java.util.List;

/** Joins separate servers into a cluster, and determines when it is complete. */
final class ClusterFormation {

    private ClusterFormation() {}

    /** Gives each server an equal share of the slots and introduces all to each other. */
    static void join(List<RedisServer> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            try (RespClient client = nodes.get(i).client()) {
                client.call("CLUSTER", "SET-CONFIG-EPOCH", i + 1);
                client.call(addSlots(firstSlot(i, nodes.size()), firstSlot(i + 1, nodes.size())));
                // Every pair is introduced, since the gossip about a third member takes seconds.
                for (RedisServer earlier : nodes.subList(0, i)) {
                    client.call("CLUSTER", "MEET", earlier.host(), earlier.port());
                }
            }
        }
    }

    /** Returns whether every server sees all others, and an owner of every slot. */
    static boolean isHealthy(List<RedisServer> nodes) {
        List<String> healthy = List.of(
                "cluster_state:ok",
                "cluster_slots_ok:" + HashSlot.COUNT,
                "cluster_known_nodes:" + nodes.size(),
                "cluster_size:" + nodes.size());
        for (RedisServer node : nodes) {
            try (RespClient client = node.client()) {
                List<String> lines = List.of(client.line("CLUSTER", "INFO").split("\r\n"));
                if (!lines.containsAll(healthy)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int firstSlot(int node, int nodes) {
        return HashSlot.COUNT * node / nodes;
    }

    private static Object[] addSlots(int from, int to) {
        // ADDSLOTSRANGE would be shorter, but Redis 6.2 does not have it.
        List<Object> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
        for (int slot = from; slot < to; slot++) {
            command.add(slot);
        }
        return command.toArray();
    }
}
