package io.polybloom.tck.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisProcessTest {

    @TempDir
    Path directory;

    @Test
    void aServerTakesNothingFromItsSurroundings() throws IOException {
        Path program = Files.writeString(directory.resolve("program"), "#!/bin/sh\nls\npwd -P\nenv | cut -d= -f1\n");
        assertTrue(program.toFile().setExecutable(true));
        Path own = Files.createDirectory(directory.resolve("own"));
        RedisProcess process = RedisProcess.start(program, own, 1, List.of());
        Await.until("the program has ended", Duration.ofSeconds(300), () -> !process.isAlive());
        String log = process.lastLogLines();
        assertTrue(log.startsWith("redis.conf\nredis.log\n" + own.toRealPath() + "\n"), log);
        for (String variable : System.getenv().keySet()) {
            if (!variable.matches("PATH|PWD|OLDPWD|SHLVL|_|LD_.*|DYLD_.*")) {
                assertFalse(log.lines().anyMatch(variable::equals), variable + " in " + log);
            }
        }
    }
}
