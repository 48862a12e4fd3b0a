package io.polybloom.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The README's Java compiles, and its commands exist. */
class ReadmeTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path directory;

    @TestFactory
    List<DynamicTest> everySnippetOfAnAdapterCompiles() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        Matcher blocks = JAVA_BLOCK.matcher(readme());
        while (blocks.find()) {
            String snippet = blocks.group(1);
            tests.add(DynamicTest.dynamicTest("snippet " + (tests.size() + 1), () -> compile(snippet)));
        }
        assertEquals(9, tests.size());
        return tests;
    }

    @Test
    void theTwoCommandsThatItBeginsWithAreThere() throws IOException {
        for (String command : List.of("bloom", "mvnw")) {
            assertTrue(readme().contains("    ./" + command), command);
            assertTrue(Files.isExecutable(ROOT.resolve(command)), command);
        }
    }

    @Test
    void everyFileThatItLinksToExists() throws IOException {
        Matcher links = Pattern.compile("]\\(([^)#:]+)\\)").matcher(readme());
        while (links.find()) {
            assertTrue(Files.exists(ROOT.resolve(links.group(1))), links.group(1));
        }
    }

    private static String readme() throws IOException {
        return Files.readString(ROOT.resolve("README.md"));
    }

    private void compile(String snippet) throws IOException {
        StringBuilder imports = new StringBuilder();
        StringBuilder statements = new StringBuilder();
        for (String line : snippet.split("\n")) {
            (line.startsWith("import ") ? imports : statements).append(line).append('\n');
        }
        Path source = directory.resolve("Snippet.java");
        Files.writeString(source, imports + "class Snippet {\nvoid run() throws Exception {\n" + statements + "}\n}\n");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean compiles = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-d", directory.toString(), "-proc:none"),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        assertTrue(compiles, messages.toString());
    }
}
