package io.polybloom.tck.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisBinaryTest {

    @TempDir
    Path directory;

    @Test
    void theEmbeddedBinaryIsExtractedOnce() {
        Path embedded = RedisBinary.embedded().orElseThrow();
        assertTrue(Files.isExecutable(embedded), embedded.toString());
        assertEquals(embedded, RedisBinary.embedded().orElseThrow());
    }

    @Test
    void theVariableWins() throws Exception {
        Path mine = executable("mine");
        assertEquals(mine, RedisBinary.choose(mine.toString(), RedisBinary::embedded, directory.toString()));
    }

    @Test
    void aVariableThatNamesNoExecutableIsAnError() {
        String missing = directory.resolve("missing").toString();
        IllegalStateException error = assertThrows(
                IllegalStateException.class, () -> RedisBinary.choose(missing, RedisBinary::embedded, null));
        assertTrue(error.getMessage().contains("BLOOM_TCK_REDIS_SERVER is '" + missing), error.getMessage());
    }

    @Test
    void theEmbeddedOneComesBeforeThePath() throws Exception {
        executable("redis-server");
        Path embedded = directory.resolve("embedded");
        assertEquals(embedded, RedisBinary.choose("", () -> Optional.of(embedded), directory.toString()));
    }

    @Test
    void thePathIsSearchedInOrder() throws Exception {
        Path installed = executable("redis-server");
        String searchPath = directory.resolve("nothing") + File.pathSeparator + directory;
        assertEquals(installed, RedisBinary.choose(null, Optional::empty, searchPath));
    }

    @Test
    void withoutAnyTheErrorSaysWhatToDo() {
        IllegalStateException error = assertThrows(
                IllegalStateException.class, () -> RedisBinary.choose(null, Optional::empty, directory.toString()));
        for (String advice : new String[] {"BLOOM_TCK_REDIS_SERVER", "embedded-redis", "PATH"}) {
            assertTrue(error.getMessage().contains(advice), error.getMessage());
        }
    }

    private Path executable(String name) throws Exception {
        Path file = Files.createFile(directory.resolve(name));
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }
}
