package io.polybloom.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lettuce.core.RedisClient;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.async.AsyncBloomFilter;
import io.polybloom.lettuce.LettuceBloom;
import io.polybloom.tck.server.BloomServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Kotlin of the pages compiles, and its functions do what the page says. */
class KotlinTest {

    /** Calls the functions of the page; a failed check is an exception. */
    private static final String CALLS = """

            fun run(clicks: AsyncBloomFilter<String>) = kotlinx.coroutines.runBlocking {
                check(distinct(clicks, listOf("a", "b", "a")) == listOf("a", "b"))
                check(distinct(clicks, listOf("b", "c")) == listOf("c"))
                val processed = mutableListOf<String>()
                handle(clicks, 7, listOf("c", "d", "d")) { processed += it }
                check(processed == listOf("d"))
                check(clicks.claims("orders-0").unsettled().await() == 0L)
            }
            """;

    @TempDir
    Path directory;

    @Test
    void theProgramOfThePageCompilesAndRuns() throws Throwable {
        List<String> blocks = Page.of(Path.of("docs/reactive.md")).blocks("kotlin");
        assertEquals(1, blocks.size());
        try (BloomServer redis = BloomServer.start();
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            compile(blocks.get(0).replace("redis://localhost:6379", redis.uri()) + CALLS);
            Class<?> page = loader.loadClass("PageKt");
            assertEquals("[event-1, event-2]\n", mainPrints(page));
            assertEquals("[]\n", mainPrints(page));
            callFunctions(page, redis.uri());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static String mainPrints(Class<?> page) throws ReflectiveOperationException {
        PrintStream console = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            page.getMethod("main").invoke(null);
        } finally {
            System.setOut(console);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    private static void callFunctions(Class<?> page, String uri) throws ReflectiveOperationException {
        RedisClient lettuce = RedisClient.create(uri);
        try {
            AsyncBloomFilter<String> clicks = LettuceBloom.async(lettuce)
                    .<String>open(
                            FilterSpec.named("clicks")
                                    .capacity(1_000)
                                    .falsePositiveRate(1e-9)
                                    .build(),
                            Elements.strings())
                    .toCompletableFuture()
                    .join();
            page.getMethod("run", AsyncBloomFilter.class).invoke(null, clicks);
        } finally {
            lettuce.shutdown();
        }
    }

    private void compile(String text) throws Exception {
        Path source = Files.writeString(directory.resolve("Page.kt"), text);
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        ExitCode exit = new K2JVMCompiler()
                .exec(
                        new PrintStream(messages, true, StandardCharsets.UTF_8),
                        "-no-stdlib",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "-d",
                        directory.toString(),
                        source.toString());
        assertEquals(ExitCode.OK, exit, () -> messages.toString(StandardCharsets.UTF_8));
    }
}
