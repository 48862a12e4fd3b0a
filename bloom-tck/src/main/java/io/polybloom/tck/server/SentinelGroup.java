package io.polybloom.tck.server;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A primary with its replicas, and the sentinels that watch it. Every server persists its data and restarts in its
 * former role, so a former primary that is revived serves old data until the sentinels have made it a replica.
 */
public final class SentinelGroup implements AutoCloseable {

    /** The name under which the sentinels know the primary. */
    public static final String NAME = "primary";

    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final List<RedisServer> servers;
    private final List<RedisSentinel> sentinels;

    private SentinelGroup(List<RedisServer> servers, List<RedisSentinel> sentinels) {
        this.servers = servers;
        this.sentinels = sentinels;
    }

    /**
     * Starts servers, the first of them as the primary, and waits until every sentinel knows all replicas and the other
     * sentinels.
     */
    public static SentinelGroup start(int replicas, int sentinels) {
        SentinelGroup group = new SentinelGroup(new ArrayList<>(), new ArrayList<>());
        try {
            for (int i = 0; i <= replicas; i++) {
                group.servers.add(RedisServer.start("appendonly yes", "repl-diskless-sync-delay 0"));
            }
            RedisServer first = group.servers.get(0);
            for (RedisServer replica : group.servers.subList(1, replicas + 1)) {
                try (RespClient client = replica.client()) {
                    client.call("REPLICAOF", first.host(), first.port());
                }
            }
            for (int i = 0; i < sentinels; i++) {
                group.sentinels.add(new RedisSentinel(NAME, first, sentinels / 2 + 1));
            }
            group.awaitHealth();
            return group;
        } catch (RuntimeException failure) {
            group.close();
            throw failure;
        }
    }

    /** Returns the address of each sentinel, {@code host:port}. */
    public List<String> sentinels() {
        return sentinels.stream().map(each -> Ports.HOST + ":" + each.port()).toList();
    }

    /** Returns the primary and the replicas, in no particular order. */
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    /** Returns the server that all sentinels call the primary now; waits until they agree. */
    public RedisServer primary() {
        Await.until("the sentinels agree", LIMIT, () -> agreed().size() == 1);
        int port = agreed().get(0);
        return servers.stream().filter(each -> each.port() == port).findAny().orElseThrow();
    }

    /** Kills the primary and waits until all sentinels call another server the primary; returns the killed servers. */
    public RedisServer killPrimary() {
        RedisServer killed = primary();
        killed.kill();
        awaitSuccessorOf(killed);
        return killed;
    }

    /** Waits until all sentinels name a primary other than the server that was killed. */
    public void awaitSuccessorOf(RedisServer killed) {
        Await.until(
                "another server is the primary", LIMIT, () -> agreed().size() == 1 && agreed().get(0) != killed.port());
    }

    /**
     * Waits until all servers run, all but one are replicas with all data of the primary, and all sentinels know each
     * other.
     */
    public void awaitHealth() {
        Await.until("every server has its place", LIMIT, this::isHealthy);
    }

    @Override
    public void close() {
        sentinels.forEach(RedisSentinel::close);
        servers.forEach(RedisServer::close);
    }

    private boolean isHealthy() {
        if (agreed().size() != 1) {
            return false;
        }
        RedisServer primary = primary();
        for (RedisSentinel sentinel : sentinels) {
            try (RespClient client = sentinel.client()) {
                if (sizeOf(client.call("SENTINEL", "SENTINELS", NAME)) != sentinels.size() - 1
                        || sizeOf(client.call("SENTINEL", "REPLICAS", NAME)) != servers.size() - 1) {
                    return false;
                }
            }
        }
        try (RespClient client = primary.client()) {
            String replication = String.valueOf(client.text("INFO", "replication"));
            long online = replication
                    .lines()
                    .filter(line -> line.contains("state=online"))
                    .count();
            return replication.contains("role:master") && online == servers.size() - 1;
        } catch (UncheckedIOException justGone) {
            return false;
        }
    }

    private static int sizeOf(@Nullable Object reply) {
        return reply instanceof List<?> list ? list.size() : -1;
    }

    /** Returns the distinct ports that the sentinels name as the primary's. */
    private List<Integer> agreed() {
        return sentinels.stream().map(SentinelGroup::portNamedBy).distinct().toList();
    }

    private static int portNamedBy(RedisSentinel sentinel) {
        try (RespClient client = sentinel.client()) {
            Object address = client.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME);
            if (address instanceof List<?> hostAndPort && hostAndPort.get(1) instanceof byte[] port) {
                return Integer.parseInt(new String(port, StandardCharsets.US_ASCII));
            }
            throw new IllegalStateException("the sentinel does not know its primary: " + address);
        }
    }
}
