package io.polybloom.architecture;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/**
 * Finds what the Central Portal would refuse in a bundle: a file outside the layout of a Maven repository, a missing or
 * wrong checksum, a missing signature, a jar without sources or Javadoc, a POM without a field that is demanded. Run by
 * {@code .ci/release} as {@code java BundleCheck.java BUNDLE}; with {@code --unsigned} nothing needs a signature.
 */
final class BundleCheck {

    /** The portal demands the first two. */
    private static final Map<String, String> CHECKSUMS =
            Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");

    private static final Pattern LAYOUT = Pattern.compile("(.+)/([^/]+)/([^/]+)/\\2-\\3([.-][^/]+)");

    /** A module says these itself. Those below come from its parent, if it does not say them. */
    private static final List<String> OWN = List.of("name", "description");

    private static final List<String> INHERITED = List.of(
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "developers/developer/url",
            "scm/url",
            "scm/connection",
            "scm/developerConnection",
            "issueManagement/system",
            "issueManagement/url");

    private final Map<String, byte[]> files;
    private final boolean isSigned;
    private final List<String> problems = new ArrayList<>();

    private BundleCheck(Map<String, byte[]> files, boolean isSigned) {
        this.files = files;
        this.isSigned = isSigned;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> problems = problems(
                Files.readAllBytes(Path.of(arguments[0])), !List.of(arguments).contains("--unsigned"));
        problems.forEach(System.err::println);
        System.exit(problems.isEmpty() ? 0 : 1);
    }

    /** Returns one sentence for each thing that is wrong in the ZIP file; empty if the portal would take it. */
    static List<String> problems(byte[] bundle, boolean isSigned)
            throws IOException, NoSuchAlgorithmException, ParserConfigurationException, XPathExpressionException {
        Map<String, byte[]> files = new TreeMap<>();
        List<String> twice = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bundle))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (files.put(entry.getName(), zip.readAllBytes()) != null) {
                    twice.add(entry.getName() + " is in the bundle twice");
                }
            }
        }
        BundleCheck check = new BundleCheck(files, isSigned);
        check.problems.addAll(twice);
        check.readAll();
        return check.problems;
    }

    private void readAll() throws NoSuchAlgorithmException, ParserConfigurationException, XPathExpressionException {
        Map<String, Document> poms = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            String path = file.getKey();
            if (!LAYOUT.matcher(path).matches()) {
                problems.add(path + " is not in the layout of a Maven repository");
            } else if (isAboutAnother(path)) {
                requireFile(path.substring(0, path.lastIndexOf('.')), path);
            } else {
                requireChecksums(path, file.getValue());
                if (isSigned) {
                    requireFile(path + ".asc", path);
                }
                if (path.endsWith(".pom")) {
                    parse(path, file.getValue(), poms);
                }
            }
        }
        for (Map.Entry<String, Document> pom : poms.entrySet()) {
            requireModule(pom.getKey(), pom.getValue(), poms);
        }
        if (poms.isEmpty()) {
            problems.add("the bundle has no POM");
        }
    }

    private static boolean isAboutAnother(String path) {
        String ending = path.substring(path.lastIndexOf('.') + 1);
        return CHECKSUMS.containsKey(ending) || ending.equals("asc");
    }

    private void requireFile(String path, String because) {
        if (!files.containsKey(path)) {
            problems.add(path + " is missing, which " + because + " needs");
        }
    }

    private void requireChecksums(String path, byte[] content) throws NoSuchAlgorithmException {
        for (Map.Entry<String, String> checksum : new TreeMap<>(CHECKSUMS).entrySet()) {
            String sums = path + "." + checksum.getKey();
            byte[] found = files.get(sums);
            String right = HexFormat.of()
                    .formatHex(MessageDigest.getInstance(checksum.getValue()).digest(content));
            if (found == null) {
                requireFile(sums, path);
            } else if (!right.equals(new String(found, StandardCharsets.US_ASCII).strip())) {
                problems.add(sums + " is not the checksum of its file");
            }
        }
    }

    private void parse(String path, byte[] content, Map<String, Document> poms) throws ParserConfigurationException {
        try {
            Document pom =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(content));
            poms.put(path, pom);
        } catch (SAXException | IOException unreadable) {
            problems.add(path + " is no XML: " + unreadable.getMessage());
        }
    }

    private void requireModule(String path, Document pom, Map<String, Document> poms) throws XPathExpressionException {
        Matcher place = LAYOUT.matcher(path);
        place.matches();
        String group = valueOrParents(pom, "groupId", poms);
        String version = valueOrParents(pom, "version", poms);
        String coordinates = group.replace('.', '/') + " " + value(pom, "artifactId") + " " + version;
        if (!coordinates.equals(place.group(1) + " " + place.group(2) + " " + place.group(3))) {
            problems.add(path + " has the coordinates " + coordinates);
        }
        if (new String(files.get(path), StandardCharsets.UTF_8).contains("-SNAPSHOT")) {
            problems.add(path + " speaks of a snapshot");
        }
        for (String field : OWN) {
            if (value(pom, field).isEmpty()) {
                problems.add(path + " has no " + field);
            }
        }
        for (String field : INHERITED) {
            if (valueOrParents(pom, field, poms).isEmpty()) {
                problems.add(path + " has no " + field);
            }
        }
        if (!value(pom, "packaging").equals("pom")) {
            String artifact = path.substring(0, path.length() - ".pom".length());
            for (String ending : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
                requireFile(artifact + ending, path);
            }
        }
    }

    /** The portal finds a parent in the same bundle. */
    private static String valueOrParents(Document pom, String field, Map<String, Document> poms)
            throws XPathExpressionException {
        String own = value(pom, field);
        if (!own.isEmpty()) {
            return own;
        }
        String artifact = value(pom, "parent/artifactId");
        String version = value(pom, "parent/version");
        Document parent = poms.get(value(pom, "parent/groupId").replace('.', '/') + "/" + artifact + "/" + version + "/"
                + artifact + "-" + version + ".pom");
        return parent == null ? "" : valueOrParents(parent, field, poms);
    }

    private static String value(Document pom, String field) throws XPathExpressionException {
        return XPathFactory.newInstance()
                .newXPath()
                .evaluate("/project/" + field, pom)
                .strip();
    }
}
