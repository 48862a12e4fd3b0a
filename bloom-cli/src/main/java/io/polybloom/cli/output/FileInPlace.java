package io.polybloom.cli.output;

import io.polybloom.cli.console.CommandFailure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

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
        // Nobody else may read it before it has its mode: the old content may be a secret, and then the new one is,
        // too.
        Path unfinished = Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + ".", ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
                content.writeTo(out);
            }
            setAttributes(unfinished);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private void setAttributes(Path unfinished) throws IOException {
        PosixFileAttributeView target = Files.getFileAttributeView(unfinished, PosixFileAttributeView.class);
        if (target != null && Files.exists(file)) {
            keepAttributes(target);
        } else if (target != null) {
            target.setPermissions(permissionsOfNewFile(unfinished));
        }
    }

    /** Returns the permissions that the system gives to a new file, which only making one tells. */
    private static Set<PosixFilePermission> permissionsOfNewFile(Path unfinished) throws IOException {
        Path empty = Files.createFile(unfinished.resolveSibling(unfinished.getFileName() + ".empty"));
        try {
            return Files.getPosixFilePermissions(empty);
        } finally {
            Files.delete(empty);
        }
    }

    private void keepAttributes(PosixFileAttributeView target) throws IOException {
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
        // After the change of the owner, which takes some rights away.
        target.setPermissions(old.permissions());
    }
}
