package io.polybloom.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileInPlaceTest {

    @TempDir
    Path directory;

    private String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Test
    void onlyItsOwnerCanReadAFileThatIsBeingWritten() throws IOException {
        Path file = Files.writeString(directory.resolve("snapshot"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        FileInPlace.at(file).write(out -> {
            List<Path> both = files();
            assertEquals(2, both.size(), both.toString());
            assertEquals("rw-------", mode(both.get(1)));
            out.write("new".getBytes());
        });
        assertEquals("new", Files.readString(file));
        assertEquals("rw-r-----", mode(file));
        assertEquals(List.of(file), files());
    }

    @Test
    void aNewFileHasTheModeOfAnyOther() throws IOException {
        Path other = Files.createFile(directory.resolve("other"));
        Path file = directory.resolve("snapshot");
        FileInPlace.at(file).write(out -> out.write('a'));
        assertEquals(mode(other), mode(file));
        assertEquals(List.of(other, file), files());
    }

    @Test
    void otherFilesAreLeftAlone() throws IOException {
        Path part = Files.writeString(directory.resolve("snapshot.part"), "mine");
        Path file = directory.resolve("snapshot");
        assertThrows(
                IOException.class,
                () -> FileInPlace.at(file).write(out -> {
                    throw new IOException("full");
                }));
        assertEquals(List.of(part), files());
        FileInPlace.at(file).write(out -> out.write('a'));
        assertEquals("mine", Files.readString(part));
    }
}
