package io.polybloom.cli.server;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The addresses of {@code --redis}: one server, several independent servers, nodes of one cluster, or sentinels.
 *
 * @param kind the kind of the addresses
 * @param servers at least one address; those of sentinels have the password and the database of the primary
 * @param primary the name by which sentinels know the primary, otherwise empty
 * @param tls the trust, where the connection is encrypted
 */
public record ServerAddresses(Kind kind, List<ServerAddress> servers, String primary, Tls tls) {

    /** The kinds of servers behind addresses. */
    public enum Kind {
        /** Servers that do not know of each other, or a single one. */
        INDEPENDENT(""),
        /** Nodes of one Redis Cluster. */
        CLUSTER("-cluster"),
        /** Sentinels, which know the primary. */
        SENTINEL("-sentinel");

        private final String scheme;

        Kind(String scheme) {
            this.scheme = scheme;
        }
    }

    private static final Pattern GROUP = Pattern.compile("(rediss?)(-cluster|-sentinel)://(?:(.*)@)?(.*)");
    private static final Pattern SENTINELS = Pattern.compile("([^/#]*)(/[^#]*)?#([\\w.:-]+)");

    /** Makes the list immutable. */
    public ServerAddresses {
        servers = List.copyOf(servers);
    }

    /** Returns the address of a single server. */
    public static ServerAddresses of(ServerAddress server) {
        return new ServerAddresses(Kind.INDEPENDENT, List.of(server), "", Tls.DEFAULT);
    }

    /** The number of independent servers; a cluster or a primary behind sentinels counts as one. */
    public int independent() {
        return kind == Kind.INDEPENDENT ? servers.size() : 1;
    }

    /** Returns whether this is one server, which does not claim to be more. */
    public boolean isOneServer() {
        return kind == Kind.INDEPENDENT && servers.size() == 1;
    }

    /** Returns the same addresses as nodes of a cluster, which has no database numbers. */
    public ServerAddresses asCluster() {
        return new ServerAddresses(Kind.CLUSTER, servers, "", tls);
    }

    /** Returns what to tell a user who has named a node of a cluster as a server of its own. */
    public String asNodeOfCluster() {
        return this + " is a node of a cluster: use " + asCluster();
    }

    /** Returns whether some connection is encrypted. */
    public boolean isEncrypted() {
        return servers.stream().anyMatch(ServerAddress::tls);
    }

    /** Returns the same addresses with another trust. */
    public ServerAddresses with(Tls trust) {
        return new ServerAddresses(kind, servers, primary, trust);
    }

    /** Returns the same addresses with a password where there is none. */
    public ServerAddresses withPassword(String password) {
        return new ServerAddresses(
                kind,
                servers.stream().map(server -> server.withPassword(password)).toList(),
                primary,
                tls);
    }

    /**
     * Reads {@code redis://[user:password@]host[:port][/db]}, several of these with commas between them,
     * {@code redis-cluster://[user:password@]host:port,host:port}, or
     * {@code redis-sentinel://[user:password@]host:port,host:port[/db]#NAME}; each of them also with {@code rediss}.
     *
     * @throws IllegalArgumentException with a message for the user, without any password, if the text is none of these
     */
    public static ServerAddresses parse(String text) {
        Matcher group = GROUP.matcher(text);
        if (!group.matches()) {
            return independent(text);
        }
        String credentials = group.group(3) == null ? "" : group.group(3) + "@";
        String prefix = group.group(1) + "://" + credentials;
        return group.group(2).equals(Kind.CLUSTER.scheme)
                ? cluster(prefix, group.group(4))
                : sentinels(prefix, group.group(4));
    }

    /** Returns the URI without user and password. */
    @Override
    public String toString() {
        if (kind == Kind.INDEPENDENT) {
            return servers.stream().map(ServerAddress::toString).collect(Collectors.joining(","));
        }
        ServerAddress first = servers.get(0);
        String hosts = servers.stream().map(ServerAddress::hostAndPort).collect(Collectors.joining(","));
        return first.scheme() + kind.scheme + "://" + hosts + (primary.isEmpty() ? "" : "#" + primary);
    }

    private static ServerAddresses independent(String text) {
        List<ServerAddress> servers = new ArrayList<>();
        // A comma inside a password is written %2C, as in any URI.
        for (String part : text.split(",", -1)) {
            servers.add(ServerAddress.parse(part));
        }
        return new ServerAddresses(Kind.INDEPENDENT, servers, "", Tls.DEFAULT);
    }

    private static ServerAddresses cluster(String prefix, String hosts) {
        List<ServerAddress> nodes = new ArrayList<>();
        for (String node : hosts.split(",", -1)) {
            ServerAddress address = ServerAddress.parse(prefix + node);
            if (address.database() != 0) {
                throw new IllegalArgumentException(
                        "a cluster has no database numbers: leave the number out of " + node);
            }
            nodes.add(address);
        }
        return new ServerAddresses(Kind.CLUSTER, nodes, "", Tls.DEFAULT);
    }

    private static ServerAddresses sentinels(String prefix, String rest) {
        Matcher parts = SENTINELS.matcher(rest);
        if (!parts.matches()) {
            throw new IllegalArgumentException("the name of the primary is missing: use"
                    + " redis-sentinel://[user:password@]host:port,host:port[/db]#NAME");
        }
        String database = parts.group(2) == null ? "" : parts.group(2);
        List<ServerAddress> sentinels = new ArrayList<>();
        for (String sentinel : parts.group(1).split(",", -1)) {
            sentinels.add(ServerAddress.parse(prefix + sentinel + database, ServerAddress.SENTINEL_PORT));
        }
        return new ServerAddresses(Kind.SENTINEL, sentinels, parts.group(3), Tls.DEFAULT);
    }
}
