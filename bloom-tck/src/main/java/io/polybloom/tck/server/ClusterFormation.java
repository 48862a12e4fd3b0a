package io.polybloom.tck.server;

import io.polybloom.tck.resp.RespError;
import java.util.ArrayList;
import java.util.List;

/** Joins separate servers into a cluster, and determines when it is complete. */
final class ClusterFormation {

    private ClusterFormation() {}

    /** Gives each of the first servers an equal share of the slots and introduces all to each other. */
    static void join(List<RedisServer> nodes, int masters) {
        for (int i = 0; i < nodes.size(); i++) {
            try (RespClient client = nodes.get(i).client()) {
                client.call("CLUSTER", "SET-CONFIG-EPOCH", i + 1);
                if (i < masters) {
                    client.call(addSlots(firstSlot(i, masters), firstSlot(i + 1, masters)));
                }
                // Every pair is introduced, since the gossip about a third member takes seconds.
                for (RedisServer earlier : nodes.subList(0, i)) {
                    client.call("CLUSTER", "MEET", earlier.host(), earlier.port());
                }
            }
        }
    }

    /** Makes the servers behind the primaries their replicas, in turn; all servers must know each other. */
    static void replicate(List<RedisServer> nodes, int masters) {
        for (int i = masters; i < nodes.size(); i++) {
            try (RespClient master = nodes.get(i % masters).client();
                    RespClient replica = nodes.get(i).client()) {
                replica.call("CLUSTER", "REPLICATE", master.line("CLUSTER", "MYID"));
            }
        }
    }

    /** Returns whether every server but the primaries is a replica that has caught up. */
    static boolean isReplicated(List<RedisServer> nodes, int masters) {
        int caughtUp = 0;
        for (RedisServer node : nodes) {
            try (RespClient client = node.client()) {
                List<String> lines = List.of(client.line("INFO", "replication").split("\r\n"));
                caughtUp += lines.contains("role:slave") && lines.contains("master_link_status:up") ? 1 : 0;
            }
        }
        return caughtUp == nodes.size() - masters;
    }

    /** Returns whether every server knows all others. */
    static boolean areIntroduced(List<RedisServer> nodes) {
        return nodes.stream().allMatch(node -> says(node, List.of("cluster_known_nodes:" + nodes.size())));
    }

    private static boolean says(RedisServer node, List<String> expected) {
        try (RespClient client = node.client()) {
            return List.of(client.line("CLUSTER", "INFO").split("\r\n")).containsAll(expected);
        } catch (RespError refused) {
            if (String.valueOf(refused.getMessage()).startsWith("LOADING")) {
                return false;
            }
            throw refused;
        }
    }

    /** Returns whether every server sees all others, and an owner of every slot. */
    static boolean isHealthy(List<RedisServer> nodes, int masters) {
        List<String> healthy = List.of(
                "cluster_state:ok",
                "cluster_slots_ok:" + HashSlot.COUNT,
                "cluster_known_nodes:" + nodes.size(),
                "cluster_size:" + masters);
        return nodes.stream().allMatch(node -> says(node, healthy));
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
