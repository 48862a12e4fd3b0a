package io.polybloom.cli.foreign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.polybloom.cli.OnRedis;
import io.polybloom.cli.Run;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages of export and import, in success and in failure. */
class GuavaFileCommandsTest extends OnRedis {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void writeFile() throws IOException {
        file = directory.resolve("guava.bloom");
        BloomFilter<CharSequence> guava = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), 1000, 0.01);
        guava.put("apple");
        try (OutputStream out = Files.newOutputStream(file)) {
            guava.writeTo(out);
        }
    }

    @Test
    void saysHowToOpenWhatWasImported() {
        Run imported = importing(file);
        assertEquals(0, imported.exitCode(), imported::toString);
        assertEquals(
                "filter 'f' created from " + file + "; open it with --layout guava-64 --bits 9600 --hashes 7\n",
                imported.err());
        Run checked = Run.withInput("apple\nelm\n", guava("f"), "check");
        assertEquals("present\tapple\nabsent\telm\n", checked.text(), checked::toString);
    }

    @Test
    void exportsWhatWasImported() throws IOException {
        importing(file);
        Path exported = directory.resolve("again.bloom");
        Run run = Run.with(guava("f"), "export", "--guava", exported.toString());
        assertEquals("filter 'f' written to " + exported + "\n", run.err());
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(exported));
    }

    @Test
    void exportWritesToTheStandardOutput() throws IOException {
        importing(file);
        Run run = Run.with(guava("f"), "export", "--guava", "-");
        assertEquals("filter 'f' written to the standard output\n", run.err());
        assertArrayEquals(Files.readAllBytes(file), run.out());
    }

    @Test
    void exportFollowsLinksAndKeepsOwnerAndMode() throws IOException {
        importing(file);
        Path target = Files.writeString(directory.resolve("target"), "old");
        Set<PosixFilePermission> mode = PosixFilePermissions.fromString("rw-r-x--x");
        Files.setPosixFilePermissions(target, mode);
        UserPrincipal owner = Files.getOwner(target);
        if (owner.getName().equals("root")) {
            owner = target.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
            Files.setOwner(target, owner);
        }
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("target"));
        Run run = Run.with(guava("f"), "export", "--guava", link.toString());
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(Files.isSymbolicLink(link));
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(target));
        assertEquals(mode, Files.getPosixFilePermissions(target));
        assertEquals(owner, Files.getOwner(target));

        Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), Path.of("new"));
        Run created = Run.with(guava("f"), "export", "--guava", dangling.toString());
        assertEquals(0, created.exitCode(), created::toString);
        assertTrue(Files.isSymbolicLink(dangling));
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(directory.resolve("new")));
    }

    @Test
    void exportReplacesNoDeviceAndNoDirectory() throws IOException {
        importing(file);
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("/dev/null"));
        for (Path wrong : List.of(Path.of("/dev/null"), link, directory)) {
            Run.assertFails(
                    wrong + " is not a regular file: name another one, or - for the standard output",
                    1,
                    Run.with(guava("f"), "export", "--guava", wrong.toString()));
        }
        assertFalse(Files.isRegularFile(Path.of("/dev/null")));
        assertEquals(2, directory.toFile().list().length, "nothing unfinished is left");
    }

    @Test
    void importLeavesWhatExistsAlone() {
        try (RespClient redis = server.client()) {
            redis.call("SET", "f", "mine");
            Map<String, String> before = redis.snapshot();
            Run.assertFails("already exists", 1, importing(file));
            assertEquals(before, redis.snapshot());
        }
    }

    @Test
    void importRefusesFilesThatAreNotGuavas() throws IOException {
        byte[] right = Files.readAllBytes(file);
        byte[] strategy = right.clone();
        strategy[0] = 7;
        assertRefused("strategy 7 is unknown", strategy);
        assertRefused("begins with 6 bytes, but this one has only 3", Arrays.copyOf(right, 3));
        assertRefused("ends before the 9600 bits", Arrays.copyOf(right, right.length - 1));
        assertRefused("goes on after the 9600 bits", Arrays.copyOf(right, right.length + 1));
        Run.assertFails("no such file", 1, importing(directory.resolve("missing")));
        Run.assertFails("directory", 1, importing(directory));
    }

    @Test
    void exportRefusesWhatIsNoFilterOfGuava() throws IOException {
        Path target = directory.resolve("out.bloom");
        Files.writeString(target, "precious");
        for (List<String> wrong : List.of(
                List.of("--layout", "go-zero", "--bits", "1000"),
                List.of("--layout", "redisson", "--capacity", "1000"),
                List.of("--layout", "bkdr", "--bits", "1000", "--hashes", "4"))) {
            String[] options = wrong.toArray(new String[0]);
            Run.withInput("a\n", options, "add", "--name", "f", "--redis", server.uri());
            Run.assertFails("only the layouts", 2, export(target, options));
        }
        Run.withInput("a\n", "add", "--name", "native", "--capacity", "1000", "--redis", server.uri());
        Run.assertFails(
                "", 2, Run.of("export", "--guava", target.toString(), "--name", "native", "--redis", server.uri()));
        Run.assertFails(
                "there is no filter 'missing'", 1, Run.with(guava("missing"), "export", "--guava", "" + target));
        assertEquals("precious", Files.readString(target));
        assertEquals(2, directory.toFile().list().length, "nothing unfinished is left");
    }

    @Test
    void exportRefusesAStringThatIsTooLong() {
        try (RespClient redis = server.client()) {
            redis.call("SETBIT", "f", 9600, 1);
        }
        Path target = directory.resolve("out.bloom");
        Run run = Run.with(guava("f"), "export", "--guava", target.toString());
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.err().contains("it belongs to another filter"), run::toString);
        assertTrue(Files.notExists(target));
    }

    private Run importing(Path source) {
        return Run.of("import", "--guava", source.toString(), "--name", "f", "--redis", server.uri());
    }

    private Run export(Path target, String... options) {
        return Run.with(options, "export", "--guava", target.toString(), "--name", "f", "--redis", server.uri());
    }

    private String[] guava(String name) {
        return new String[] {"--name", name, "--redis", server.uri(), "--layout", "guava-64", "--capacity", "1000"};
    }

    private void assertRefused(String reason, byte[] content) throws IOException {
        Path wrong = directory.resolve("wrong.bloom");
        Files.write(wrong, content);
        Run.assertFails(reason, 1, importing(wrong));
        try (RespClient redis = server.client()) {
            assertEquals(0, redis.integer("EXISTS", "f"));
        }
    }
}
