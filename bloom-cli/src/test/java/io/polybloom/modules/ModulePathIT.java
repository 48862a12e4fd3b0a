package io.polybloom.modules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that require an adapter as a module, compiled and run with every library on the module path. */
class ModulePathIT {

    private static final Path LIBRARIES = Path.of("target", "lib");

    private static RedisServer server;
    private static RedisCluster cluster;

    @TempDir
    Path classes;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        cluster = RedisCluster.start(3);
    }

    @AfterAll
    static void stop() {
        cluster.close();
        server.close();
    }

    @Test
    void anApplicationRequiresJedis() throws Exception {
        assertEquals(List.of("true false", "true false"), run("jedis"));
    }

    @Test
    void anApplicationRequiresLettuce() throws Exception {
        assertEquals(List.of("true false", "true false"), run("lettuce"));
    }

    @Test
    void anApplicationRequiresRedisson() throws Exception {
        assertEquals(List.of("true false", "true false"), run("redisson"));
    }

    @Test
    void anApplicationRequiresVertx() throws Exception {
        List<String> lines = run("vertx");
        assertEquals(List.of("true false", "true false"), lines.subList(0, 2));
        assertTrue(lines.get(2).contains("pass RedisReplicas.NEVER to VertxBloom.on"), lines.get(2));
    }

    private List<String> run(String adapter) throws Exception {
        compile(Path.of("src", "test", "modules", adapter));
        Path errors = classes.resolve("errors");
        Path output = classes.resolve("output");
        Process application = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "--module-path",
                        classes.resolve("app") + ":" + LIBRARIES,
                        "--module",
                        "app/app.Main",
                        server.uri(),
                        cluster.nodes().get(0).uri())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertTrue(application.waitFor(120, TimeUnit.SECONDS), "the application has not ended");
        } finally {
            application.destroyForcibly();
        }
        assertEquals(0, application.exitValue(), () -> text(errors));
        return Files.readAllLines(output);
    }

    private void compile(Path sources) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all,-requires-automatic,-classfile,-processing",
                "--module-path",
                LIBRARIES.toString(),
                "-d",
                classes.resolve("app").toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> arguments.add(file.toString()));
        }
        Path errors = classes.resolve("compiler");
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, Files.newOutputStream(errors), arguments.toArray(new String[0]));
        assertEquals(0, code, () -> text(errors));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
