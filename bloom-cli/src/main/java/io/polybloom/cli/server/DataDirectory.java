package io.polybloom.cli.server;

import io.polybloom.cli.console.CommandFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The directory of a durable embedded server, locked for one process at a time. */
final class DataDirectory implements AutoCloseable {

    private static final String LOCK = "bloom.lock";
    private static final String PROCESS_ID = "redis.pid";

    private final Path path;
    private final FileChannel channel;

    private DataDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Creates the directory if need be and locks it. */
    static DataDirectory lock(Path given) {
        Path path = given.toAbsolutePath().normalize();
        FileChannel channel = null;
        try {
            Files.createDirectories(path);
            channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                throw new CommandFailure(given + " is in use by another bloom process", null);
            }
            DataDirectory directory = new DataDirectory(path, channel);
            directory.requireNoServer();
            return directory;
        } catch (IOException | CommandFailure e) {
            closeQuietly(channel, e);
            throw e instanceof CommandFailure failure
                    ? failure
                    : new CommandFailure("cannot use the data directory " + given + ": " + e, e);
        }
    }

    Path path() {
        return path;
    }

    /** Where the server keeps its process id while it runs. */
    Path processIdFile() {
        return path.resolve(PROCESS_ID);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** A process that was killed hard leaves its server behind; a second server would ruin the data of the first. */
    private void requireNoServer() throws IOException {
        if (Files.exists(processIdFile())) {
            String text = Files.readString(processIdFile()).strip();
            long processId = text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
            boolean runs = ProcessHandle.of(processId)
                    .flatMap(process -> process.info().command())
                    .filter(command -> command.contains("redis-server"))
                    .isPresent();
            if (runs) {
                throw new CommandFailure(
                        path + " is in use by the Redis server of a bloom process that was killed: end process "
                                + processId + " and try again",
                        null);
            }
        }
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
