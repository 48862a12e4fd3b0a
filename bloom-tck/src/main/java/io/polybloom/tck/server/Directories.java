package io.polybloom.tck.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Temporary directories of servers. */
final class Directories {

    private static final Duration DELETE_LIMIT = Duration.ofSeconds(60);

    private Directories() {}

    static Path create() {
        try {
            return Files.createTempDirectory("bloom-tck-redis-");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Removes all that a directory contains except the named children. */
    static void empty(Path directory, Set<String> keep) {
        try {
            for (Path child : children(directory)) {
                if (!keep.contains(child.getFileName().toString())) {
                    remove(child);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Removes a directory and all that it contains. A child of a server that was killed, which saves data for a
     * replica, may live a moment longer and still write files.
     */
    static void delete(Path directory) {
        Await.until(directory + " can be removed", DELETE_LIMIT, () -> {
            try {
                remove(directory);
                return true;
            } catch (DirectoryNotEmptyException | NoSuchFileException stillUsed) {
                return false;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    private static void remove(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            for (Path child : children(path)) {
                remove(child);
            }
        }
        Files.deleteIfExists(path);
    }

    private static List<Path> children(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList();
        }
    }
}
