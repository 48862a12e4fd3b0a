package io.polybloom.tck.backend;

import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import java.util.ArrayList;
import java.util.List;

/**
 * The servers to which a client connects.
 *
 * @param kind the kind of the addresses
 * @param uris {@code redis://[:password@]host:port} each, at least one
 */
public record Target(Kind kind, List<String> uris) {

    /** The kind of the addresses of a target. */
    public enum Kind {
        /** One server. */
        STANDALONE,
        /** Some nodes of one Redis Cluster. */
        CLUSTER,
        /** Servers that do not know of each other: partitions are spread over them. */
        INDEPENDENT,
        /** A primary, which comes first, and its replica. If the client can, it reads from the replica by default. */
        REPLICATED
    }

    /** Copies the addresses. */
    public Target {
        uris = List.copyOf(uris);
    }

    /** Returns one server as a target. */
    public static Target standalone(String uri) {
        return new Target(Kind.STANDALONE, List.of(uri));
    }

    /** Returns a cluster as a target, by all of its nodes. */
    public static Target cluster(RedisCluster cluster) {
        return new Target(Kind.CLUSTER, uris(cluster.nodes()));
    }

    /** Returns independent servers as a target. */
    public static Target independent(List<RedisServer> servers) {
        return new Target(Kind.INDEPENDENT, uris(servers));
    }

    private static List<String> uris(List<RedisServer> servers) {
        List<String> uris = new ArrayList<>();
        for (RedisServer server : servers) {
            uris.add(server.uri());
        }
        return uris;
    }
}
