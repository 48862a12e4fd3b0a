package io.polybloom.cli.server;

import io.polybloom.cli.console.CommandFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The directory of a durable embedded server, locked for one process at a time. */
final class DataDirectory implements AutoCloseable {

    private static final String LOCK = "bloom.lock";
    private static final String PROCESS_ID = "bloom.server.pid";
    private static final String LOG = "appendonly.aof";
    private static final long MEBIBYTE = 1L << 20;

    /** A log that exceeds the size of the data by no more than this is not rewritten. */
    private static final long SMALL_LOG = 8 * MEBIBYTE;

    private static final long END_OF_A_SERVER_SECONDS = 60;
    private static final long POLL_MILLIS = 10;

    /** How exactly file systems and processes know their times. */
    private static final long TIMES_DIFFER_MILLIS = 2_000;

    private final Path path;
    private final FileChannel channel;

    private DataDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Returns whether a directory holds the data of earlier runs. */
    static boolean isIn(Path path) {
        return Files.exists(path.resolve(LOG));
    }

    /** Creates the directory if need be and locks it. */
    static DataDirectory lock(Path given) {
        Path path = given.toAbsolutePath().normalize();
        if (isIn(path) && !Files.exists(path.resolve(LOCK))) {
            throw new CommandFailure(
                    given + " holds the data of another Redis server: name an empty directory with --data-dir, or that"
                            + " server with --redis",
                    null);
        }
        FileChannel channel = null;
        try {
            Files.createDirectories(path);
            channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                throw new CommandFailure(given + " is in use by another bloom process", null);
            }
            DataDirectory directory = new DataDirectory(path, channel);
            directory.endServerOfLastRun();
            return directory;
        } catch (IOException | CommandFailure e) {
            closeQuietly(channel, e);
            throw e instanceof CommandFailure failure
                    ? failure
                    : new CommandFailure(
                            "cannot use the data directory " + given + ": " + CommandFailure.reasonOf(e), e);
        }
    }

    /** The settings of a server that keeps its data here. */
    List<String> settings() {
        return List.of(
                "appendonly yes",
                "appendfilename " + LOG,
                "appendfsync everysec",
                "aof-use-rdb-preamble yes",
                // An add writes more into the log than it changes, so the log is rewritten early.
                "auto-aof-rewrite-percentage 100",
                "auto-aof-rewrite-min-size " + SMALL_LOG,
                "dir " + quoted(path),
                "pidfile " + quoted(path.resolve(PROCESS_ID)));
    }

    /** Makes the server that uses the directory rewrite its log if that would make the log much smaller. */
    void compact(ServerAddress address) throws IOException {
        DefaultJedisClientConfig client =
                DefaultJedisClientConfig.builder().password(address.password()).build();
        try (Jedis server = new Jedis(address.host(), address.port(), client)) {
            awaitCompaction(server);
            long log = number(server.info("persistence"), "aof_current_size");
            long data = number(server.info("memory"), "used_memory_dataset");
            if (log > data + SMALL_LOG) {
                server.bgrewriteaof();
                awaitCompaction(server);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the log was written anew");
        } catch (JedisConnectionException alreadyGone) {
            // A server that was killed has no use for a smaller log now; the next run makes it smaller.
            return;
        }
    }

    /** A server that is rewriting its log refuses to begin again, though more has been added meanwhile. */
    private static void awaitCompaction(Jedis server) throws InterruptedException {
        while (isCompacting(server)) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static boolean isCompacting(Jedis server) {
        String info = server.info("persistence");
        return number(info, "aof_rewrite_in_progress") + number(info, "aof_rewrite_scheduled") > 0;
    }

    private static long number(String info, String field) {
        return info.lines()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.substring(field.length() + 1)))
                .sum();
    }

    private static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * Waits for the end of a server that a killed run has left. Usually it is about to end by itself, and nobody but
     * that run had its password; a second server would ruin the data of the first.
     */
    private void endServerOfLastRun() throws IOException {
        Optional<ProcessHandle> left = serverOfLastRun();
        if (left.isEmpty()) {
            return;
        }
        ProcessHandle server = left.get();
        server.destroy();
        try {
            server.onExit().get(END_OF_A_SERVER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a server ended");
        } catch (ExecutionException | TimeoutException stillRuns) {
            throw new CommandFailure(
                    path + " is in use by the Redis server of a bloom process that was killed: end process "
                            + server.pid() + " and try again",
                    stillRuns);
        }
    }

    /** Another process may have this number by now; it began later. */
    private Optional<ProcessHandle> serverOfLastRun() throws IOException {
        Path file = path.resolve(PROCESS_ID);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String text = Files.readString(file).strip();
        long processId = text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
        Instant written = Files.getLastModifiedTime(file).toInstant().plusMillis(TIMES_DIFFER_MILLIS);
        return ProcessHandle.of(processId)
                .filter(process -> process.info().command().orElse("").contains("redis-server"))
                .filter(process -> process.info().startInstant().orElse(written).isBefore(written));
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException lockedByThisProcess) {
            return null;
        }
    }

    private static void closeQuietly(@Nullable FileChannel channel, Exception reason) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }
}
