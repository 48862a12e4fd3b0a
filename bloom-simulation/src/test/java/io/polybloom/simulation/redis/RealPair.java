package io.polybloom.simulation.redis;

import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A real primary with a replica, which can be stopped, promoted and made to refuse writes. */
final class RealPair implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** So that nothing is replicated but the commands of the test. */
    private static final String NO_PINGS = "repl-ping-replica-period 3600";

    private final RedisServer primary;
    private final RedisServer replica;
    private final RespClient ofPrimary;
    private final RespClient ofReplica;
    private final List<RespClient> more = new ArrayList<>();

    RealPair(String... settings) {
        List<String> lines = new ArrayList<>(List.of(settings));
        lines.addAll(List.of(NO_PINGS, "repl-timeout 3600", "repl-diskless-sync yes", "repl-diskless-sync-delay 0"));
        primary = RedisServer.start(lines.toArray(new String[0]));
        lines.add("replicaof 127.0.0.1 " + primary.port());
        replica = RedisServer.start(lines.toArray(new String[0]));
        ofPrimary = primary.client();
        ofReplica = replica.client();
        Await.until(
                "the replica is in sync",
                LIMIT,
                () -> ofReplica.line("INFO", "replication").contains("master_link_status:up"));
    }

    /** Returns the version of the servers. Valkey names the version of Redis that it is compatible with. */
    ServerVersion version() {
        String info = ofPrimary.line("INFO", "server");
        if (info.contains("redis_version:6.")) {
            return ServerVersion.REDIS_6_2;
        }
        return info.contains("redis_version:7.0.") ? ServerVersion.REDIS_7_0 : ServerVersion.REDIS_7_2;
    }

    RespClient ofPrimary() {
        return ofPrimary;
    }

    RespClient ofReplica() {
        return ofReplica;
    }

    /** Opens another connection to the primary. */
    RespClient connect() {
        RespClient client = primary.client();
        more.add(client);
        return client;
    }

    /** Opens a connection to a server for a user who may do everything but write. */
    RespClient connectReader(boolean toReplica) {
        RespClient admin = toReplica ? ofReplica : ofPrimary;
        admin.call("ACL", "SETUSER", "reader", "on", "nopass", "~*", "+@all", "-@write");
        RespClient client = (toReplica ? replica : primary).client();
        client.call("AUTH", "reader", "any");
        more.add(client);
        return client;
    }

    /** Returns how far the primary's stream of writes has come. */
    long offset() {
        return Long.parseLong(
                ofPrimary.line("INFO", "replication").replaceAll("(?s).*master_repl_offset:(\\d+).*", "$1"));
    }

    /** Waits until the replica has everything. */
    void sync() {
        List<Object> replies = new ArrayList<>(ofPrimary.pipeline(
                List.of(List.of("SET", "in sync", "x"), List.of("UNLINK", "in sync"), List.of("WAIT", "1", "0"))));
        if (!replies.get(2).equals(1L)) {
            throw new IllegalStateException("the replica is not in sync: " + replies);
        }
    }

    void stopReplica() {
        replica.pause();
    }

    void continueReplica() {
        replica.resume();
    }

    /** Makes a primary of the replica. */
    void promote() {
        ofReplica.call("REPLICAOF", "NO", "ONE");
    }

    /** Makes a replica of the primary, whose primary never answers, so that it keeps its keys. */
    void demote() {
        ofPrimary.call("REPLICAOF", "127.0.0.1", "1");
    }

    /** Lets a server refuse writes for a reason. */
    void suffer(boolean isReplica, Ailment ailment) {
        RespClient admin = isReplica ? ofReplica : ofPrimary;
        admin.call("CONFIG", "SET", "replica-ignore-maxmemory", "no");
        admin.call("CONFIG", "SET", "maxmemory", ailment == Ailment.FULL ? "1" : "0");
        Path file =
                Path.of(String.valueOf(word(admin.list("CONFIG", "GET", "dir").get(1))), "dump.rdb");
        boolean fails = ailment == Ailment.UNABLE_TO_SAVE;
        try {
            if (fails) {
                // A snapshot cannot be put in the place of a directory.
                Files.deleteIfExists(file);
                Files.createDirectories(file.resolve("full"));
            } else if (Files.isDirectory(file)) {
                Files.delete(file.resolve("full"));
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        admin.call("CONFIG", "SET", "save", "3600 1000000");
        String status = "rdb_last_bgsave_status:" + (fails ? "err" : "ok");
        if (admin.line("INFO", "persistence").contains(status)) {
            return;
        }
        // One may still be at work for the replica.
        Await.until("no snapshot is made", LIMIT, () -> makesNoSnapshot(admin, ""));
        admin.call("BGSAVE", "SCHEDULE");
        Await.until("the snapshot is over", LIMIT, () -> makesNoSnapshot(admin, status));
    }

    private static boolean makesNoSnapshot(RespClient admin, String status) {
        String info = admin.line("INFO", "persistence");
        return info.contains("rdb_bgsave_in_progress:0") && info.contains(status);
    }

    private static String word(@Nullable Object word) {
        return new String((byte[]) Objects.requireNonNull(word), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        more.forEach(RespClient::close);
        ofPrimary.close();
        ofReplica.close();
        replica.close();
        primary.close();
    }
}
