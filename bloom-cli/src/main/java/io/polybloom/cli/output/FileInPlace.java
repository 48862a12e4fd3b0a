package io.polybloom.cli.output;

import io.polybloom.cli.console.CommandFailure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * A file that gets a new content as a whole or not at all. Links are followed, so it is the file behind them that is
 * replaced; owner, group and mode stay. Only a regular file can be replaced.
 */
public final class FileInPlace {

    private final Path file;

    private FileInPlace(Path file) {
        this.file = file;
    }

    /** Writes a content. */
    public interface Content {

        /** Writes all of it. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Follows the links of a path to the file that they name, which need not exist.
     *
     * @throws CommandFailure if there is something else than a regular file
     */
    public static FileInPlace at(Path given) throws IOException {
        Path file = given;
        while (Files.isSymbolicLink(file) && Files.notExists(file)) {
            file = file.resolveSibling(Files.readSymbolicLink(file));
        }
        file = Files.exists(file) ? file.toRealPath() : file;
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new CommandFailure(
                    given + " is not a regular file: name another one, or - for the standard output", null);
        }
        return new FileInPlace(file);
    }

    /** Puts a content in the place of the old one when all of it is written; after a failure the old one stays. */
    public void write(Content content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS))) {
                content.writeTo(out);
            }
            if (Files.exists(file)) {
                keepAttributes(unfinished);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private void keepAttributes(Path unfinished) throws IOException {
        PosixFileAttributeView target = Files.getFileAttributeView(unfinished, PosixFileAttributeView.class);
        if (target == null) {
            return;
        }
        PosixFileAttributes old = Files.readAttributes(file, PosixFileAttributes.class);
        PosixFileAttributes fresh = target.readAttributes();
        try {
            if (!old.group().equals(fresh.group())) {
                target.setGroup(old.group());
            }
            if (!old.owner().equals(fresh.owner())) {
                target.setOwner(old.owner());
            }
        } catch (FileSystemException refused) {
            throw new CommandFailure(
                    "the new " + file + " could not keep the owner "
                            + old.owner().getName() + ":" + old.group().getName()
                            + ": remove the file first, or name another one",
                    refused);
        }
        // Behind the change of the owner, which takes some rights away.
        target.setPermissions(old.permissions());
    }
}
