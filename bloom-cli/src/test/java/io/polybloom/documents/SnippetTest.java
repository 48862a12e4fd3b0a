package io.polybloom.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.server.BloomServer;
import io.polybloom.tck.server.RespClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/** The Java of the pages compiles, and runs, each on a Redis of its own that has the filters it expects. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SnippetTest {

    /** The address in the pages; a snippet runs with that of the test's server in its place. */
    private static final String ADDRESS = "redis://localhost:6379";

    private static final Path SKETCHES = Path.of("docs/deduplication.md");

    private static final int PROGRAMS = 26;

    @TempDir
    Path directory;

    private final List<BloomServer> servers = new ArrayList<>();

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    /** Shared, since it takes longer to look through all jars than to compile a snippet. */
    private final StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);

    /** Servers are not stopped before: some snippets return while their last call is under way. */
    @AfterAll
    void close() throws IOException {
        servers.forEach(BloomServer::close);
        files.close();
    }

    @TestFactory
    List<DynamicTest> everySnippetCompilesAndRuns() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Page page : Page.all()) {
            for (String program : page.programs()) {
                String name = "Snippet" + (tests.size() + 1);
                tests.add(DynamicTest.dynamicTest(page.path() + ", " + name, () -> run(name, program)));
            }
            assertTrue(page.sketches() == 0 || page.path().equals(SKETCHES), page.path() + " has whole programs");
        }
        assertEquals(PROGRAMS, tests.size());
        return tests;
    }

    private void run(String name, String program) throws Exception {
        BloomServer redis = BloomServer.start();
        servers.add(redis);
        try (RedisClient jedis = RedisClient.create(redis.uri())) {
            prepare(JedisBloom.on(jedis), program);
        }
        if (program.contains("BF.RESERVE seen")) {
            try (RespClient client = redis.client()) {
                client.call("BF.RESERVE", "seen", "0.001", 1_000);
            }
        }
        compile(name, program.replace(ADDRESS, redis.uri()));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            Runnable snippet =
                    (Runnable) loader.loadClass(name).getDeclaredConstructor().newInstance();
            String printed = print(snippet);
            if (program.contains("bufferTimeout")) {
                assertEquals("true\n[event-2, event-3]\n", printed);
            }
        }
    }

    private static String print(Runnable snippet) {
        PrintStream console = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            snippet.run();
        } finally {
            System.setOut(console);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    /** Makes the filter that the snippet expects to exist. */
    private static void prepare(BloomFilters filters, String program) {
        Funnel<CharSequence> funnel = Funnels.stringFunnel(StandardCharsets.UTF_8);
        if (program.contains("openExisting(\"clicks\"")) {
            filters.open(FilterSpec.named("clicks").capacity(1_000).build(), funnel);
        }
        if (program.contains("filters.mirror(\"issued-ids\"")) {
            filters.open(FilterSpec.named("issued-ids").capacity(1_000).build(), funnel);
        }
        if (program.contains("FilterRebuild.of(\"urls\")")) {
            filters.open(FilterSpec.named("urls").capacity(1_000).build(), funnel);
        }
        if (program.contains("FilterSpec.existing(\"users\")")) {
            filters.open(
                            FilterSpec.named("users")
                                    .layout("redisson")
                                    .capacity(1_000)
                                    .build(),
                            funnel)
                    .add("ann");
        }
        if (program.contains("FilterExport.of(urls")) {
            FilterSpec urls = FilterSpec.named("urls")
                    .layout("guava-64")
                    .capacity(1_000_000)
                    .falsePositiveRate(0.01)
                    .build();
            filters.open(urls, funnel).add("https://example.org/");
        }
    }

    private void compile(String name, String program) throws IOException {
        StringBuilder imports = new StringBuilder();
        StringBuilder statements = new StringBuilder();
        for (String line : program.split("\n")) {
            (line.startsWith("import ") ? imports : statements).append(line).append('\n');
        }
        Path source = directory.resolve(name + ".java");
        Files.writeString(
                source,
                imports + "public class " + name + " implements Runnable {\npublic void run() {\n" + statements
                        + "}\n}\n");
        StringWriter messages = new StringWriter();
        boolean compiles = compiler.getTask(
                        messages,
                        files,
                        null,
                        List.of("-d", directory.toString(), "-proc:none"),
                        null,
                        files.getJavaFileObjects(source))
                .call();
        assertTrue(compiles, messages.toString());
    }
}
