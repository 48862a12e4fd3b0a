package io.polybloom.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Central Portal demands of a release is there, and {@link BundleCheck} sees when something is not. */
class ReleaseTest {

    private static final Path ROOT = Path.of("..");
    private static final String API = "io/polybloom/bloom-api/0.1.0/bloom-api-0.1.0";
    private static final String PARENT = "io/polybloom/polybloom-parent/0.1.0/polybloom-parent-0.1.0.pom";
    private static final String BOM = "io/polybloom/bloom-bom/0.1.0/bloom-bom-0.1.0.pom";

    /** A step of a workflow that runs somebody's code; a tag can be moved to other code, a hash cannot. */
    private static final Pattern STEP = Pattern.compile("uses: (\\S+)(.*)");

    @Test
    void thePomsOfThisRepositoryHaveEveryFieldThatThePortalDemands() throws Exception {
        Map<String, byte[]> bundle = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(file -> Files.exists(file.resolve("pom.xml")))
                    .toList()) {
                String pom = Files.readString(module.resolve("pom.xml"));
                if (!pom.contains("<maven.deploy.skip>true")) {
                    add(bundle, module.getFileName().toString(), pom);
                }
            }
        }
        add(bundle, "polybloom-parent", Files.readString(ROOT.resolve("pom.xml")));
        assertTrue(bundle.containsKey(API + ".pom") && bundle.containsKey(BOM), "modules are found");
        assertEquals(List.of(), BundleCheck.problems(zip(complete(bundle)), true));
    }

    static List<String> everyFile() throws Exception {
        return List.copyOf(example().keySet());
    }

    @ParameterizedTest
    @MethodSource("everyFile")
    void aFileThatIsMissingIsFound(String missing) throws Exception {
        Map<String, byte[]> bundle = example();
        bundle.remove(missing);
        List<String> problems = BundleCheck.problems(zip(bundle), true);
        assertTrue(
                problems.stream()
                        .anyMatch(problem -> problem.startsWith(missing + " is missing")
                                || missing.equals(PARENT) && problem.startsWith(API + ".pom has no")),
                problems.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {".jar.md5", ".jar.sha1", ".pom.sha256", "-sources.jar.sha512"})
    void aWrongChecksumIsFound(String file) throws Exception {
        Map<String, byte[]> bundle = example();
        bundle.put(API + file, "0123".getBytes(StandardCharsets.US_ASCII));
        assertEquals(List.of(API + file + " is not the checksum of its file"), BundleCheck.problems(zip(bundle), true));
    }

    @ParameterizedTest
    @CsvSource({
        "(?s)<name>Polybloom</name>, name",
        "<description>[^<]*</description>, description",
        "(?m)^  <url>[^<]*</url>, url",
        "<name>Apache-2.0</name>, licenses/license/name",
        "<url>https://www.apache.org[^<]*</url>, licenses/license/url",
        "<name>The Polybloom authors</name>, developers/developer/name",
        "(?s)<developers>.*</developers>, developers/developer/url",
        "(?s)<scm .*</scm>, scm/connection",
        "<developerConnection>[^<]*</developerConnection>, scm/developerConnection",
        "(?s)<issueManagement>.*</issueManagement>, issueManagement/url"
    })
    void aFieldOfAPomThatIsMissingIsFound(String field, String name) throws Exception {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        String without = pom.replaceFirst(field, "");
        assertTrue(without.length() < pom.length(), field);
        Map<String, byte[]> bundle = poms(without);
        List<String> problems = BundleCheck.problems(zip(complete(bundle)), true);
        assertTrue(problems.contains(PARENT + " has no " + name), problems.toString());
    }

    @Test
    void aSnapshotAndAFileFromElsewhereAreFound() throws Exception {
        Map<String, byte[]> bundle = complete(
                poms(Files.readString(ROOT.resolve("pom.xml")).replace("<description>", "<description>1-SNAPSHOT ")));
        bundle.put("maven-metadata.xml", new byte[1]);
        assertEquals(
                List.of(
                        "maven-metadata.xml is not in the layout of a Maven repository",
                        PARENT + " speaks of a snapshot"),
                BundleCheck.problems(zip(bundle), true));
    }

    @Test
    void onlyABundleThatIsMeantToBeSignedNeedsSignatures() throws Exception {
        Map<String, byte[]> bundle = example();
        bundle.keySet().removeIf(file -> file.endsWith(".asc"));
        assertEquals(List.of(), BundleCheck.problems(zip(bundle), false));
        assertTrue(BundleCheck.problems(zip(bundle), true).size() > 1);
    }

    @Test
    void workflowsNameTheirActionsByHash() throws Exception {
        List<String> others = new ArrayList<>();
        int steps = 0;
        try (Stream<Path> workflows = Files.list(ROOT.resolve(".github/workflows"))) {
            for (Path workflow : workflows.toList()) {
                Matcher step = STEP.matcher(Files.readString(workflow));
                while (step.find()) {
                    steps++;
                    if (!step.group(1).matches("[\\w-]+/[\\w-]+@[0-9a-f]{40}")
                            || !step.group(2).matches(" # v\\d+\\.\\d+\\.\\d+")) {
                        others.add(workflow.getFileName() + ": " + step.group());
                    }
                }
            }
        }
        assertTrue(steps > 4, steps + " steps");
        assertEquals(List.of(), others);
    }

    /** Who has a jar can ask GitHub from which commit, and by which workflow, it was built. */
    @Test
    void theReleaseAttestsWhereItComesFrom() throws Exception {
        String workflow = Files.readString(ROOT.resolve(".github/workflows/release.yml"));
        for (String part : List.of(
                ".ci/release \"${GITHUB_REF_NAME#v}\"",
                "id-token: write",
                "attestations: write",
                "actions/attest-build-provenance@",
                "target/release/**/*.jar",
                "target/polybloom-*.zip",
                "target/polybloom-*.buildspec")) {
            assertTrue(workflow.contains(part), part);
        }
    }

    private static Map<String, byte[]> example() throws Exception {
        return complete(poms(Files.readString(ROOT.resolve("pom.xml"))));
    }

    private static Map<String, byte[]> poms(String parent) throws Exception {
        Map<String, byte[]> bundle = new TreeMap<>();
        add(bundle, "polybloom-parent", parent);
        add(bundle, "bloom-api", Files.readString(ROOT.resolve("bloom-api/pom.xml")));
        return bundle;
    }

    /** Adds a POM with the version of a release, and the jars that belong to it. */
    private static void add(Map<String, byte[]> bundle, String artifact, String pom) {
        String path = "io/polybloom/" + artifact + "/0.1.0/" + artifact + "-0.1.0";
        bundle.put(path + ".pom", pom.replace("0.1.0-SNAPSHOT", "0.1.0").getBytes(StandardCharsets.UTF_8));
        if (!pom.contains("<packaging>pom</packaging>")) {
            for (String ending : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
                bundle.put(path + ending, ending.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** Adds signatures and checksums. */
    private static Map<String, byte[]> complete(Map<String, byte[]> files) throws Exception {
        Map<String, byte[]> bundle = new TreeMap<>(files);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            bundle.put(file.getKey() + ".asc", new byte[1]);
            for (String algorithm : List.of("MD5", "SHA-1", "SHA-256", "SHA-512")) {
                String sum = HexFormat.of()
                        .formatHex(MessageDigest.getInstance(algorithm).digest(file.getValue()));
                bundle.put(
                        file.getKey() + "." + algorithm.toLowerCase().replace("-", ""),
                        sum.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return bundle;
    }

    private static byte[] zip(Map<String, byte[]> files) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }
}
