package io.polybloom.cli.server;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code --redis} names: one server, several independent servers, or nodes of one cluster.
 *
 * @param cluster whether the addresses are nodes of one Redis Cluster
 * @param servers at least one address
 */
public record ServerAddresses(boolean cluster, List<ServerAddress> servers) {

    private static final String CLUSTER_SCHEME = "redis-cluster://";

    /** Makes the list immutable. */
    public ServerAddresses {
        servers = List.copyOf(servers);
    }

    /** The number of independent servers; a cluster counts as one. */
    public int independent() {
        return cluster ? 1 : servers.size();
    }

    /**
     * Reads {@code redis://[user:password@]host[:port][/db]}, {@code rediss://...}, several of these with commas
     * between them, or {@code redis-cluster://[user:password@]host:port,host:port}.
     *
     * @throws IllegalArgumentException with a message for the user, without any password, if the text is none of these
     */
    public static ServerAddresses parse(String text) {
        return text.startsWith(CLUSTER_SCHEME) ? parseCluster(text) : parseServers(text);
    }

    private static ServerAddresses parseServers(String text) {
        List<ServerAddress> servers = new ArrayList<>();
        // A comma inside a password is written %2C, as in any URI.
        for (String part : text.split(",", -1)) {
            servers.add(ServerAddress.parse(part));
        }
        return new ServerAddresses(false, servers);
    }

    private static ServerAddresses parseCluster(String text) {
        String rest = text.substring(CLUSTER_SCHEME.length());
        int credentialsEnd = rest.lastIndexOf('@') + 1;
        String credentials = rest.substring(0, credentialsEnd);
        List<ServerAddress> nodes = new ArrayList<>();
        for (String node : rest.substring(credentialsEnd).split(",", -1)) {
            ServerAddress address = ServerAddress.parse("redis://" + credentials + node);
            if (address.database() != 0) {
                throw new IllegalArgumentException("a cluster has no database number: " + node);
            }
            nodes.add(address);
        }
        return new ServerAddresses(true, nodes);
    }
}
