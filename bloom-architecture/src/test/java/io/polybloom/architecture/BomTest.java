package io.polybloom.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Every module that is published is in the bill of materials, and nothing else is. */
class BomTest {

    private static final File ROOT = new File("..");
    private static final String PARENT = "polybloom-parent";
    private static final String BOM = "bloom-bom";

    @Test
    void hasEveryPublishedModule() throws Exception {
        Set<String> published = new HashSet<>();
        for (String module : texts(pom("."), "/project/modules/module")) {
            Document pom = pom(module);
            boolean isDeployed =
                    !texts(pom, "/project/properties/maven.deploy.skip").contains("true");
            if (isDeployed && !module.equals(BOM)) {
                published.add(texts(pom, "/project/artifactId").get(0));
            }
        }
        assertTrue(published.contains("bloom-api"), published + " are published");
        assertEquals(published, new HashSet<>(managed()));
    }

    /** Versions of clients and libraries are the user's; a parent would bring those that it manages. */
    @Test
    void bringsNothingElse() throws Exception {
        assertEquals(List.of(), texts(pom(BOM), "/project/parent"));
        assertEquals(
                Set.of("io.polybloom"),
                new HashSet<>(texts(pom(BOM), "/project/dependencyManagement/dependencies/dependency/groupId")));
    }

    /** It has no parent, so its version and its metadata are its own. */
    @Test
    void saysOfItselfWhatTheParentSays() throws Exception {
        for (String path : List.of(
                "version",
                "url",
                "licenses/license/name",
                "scm/url",
                "developers/developer/name",
                "developers/developer/url",
                "issueManagement/url")) {
            assertEquals(texts(pom("."), "/project/" + path), texts(pom(BOM), "/project/" + path), path);
        }
        assertEquals(List.of(PARENT), texts(pom("."), "/project/artifactId"));
    }

    private static List<String> managed() throws Exception {
        return texts(pom(BOM), "/project/dependencyManagement/dependencies/dependency/artifactId");
    }

    private static Document pom(String module) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new File(new File(ROOT, module), "pom.xml"));
    }

    private static List<String> texts(Document pom, String path) throws Exception {
        XPath xpath = XPathFactory.newInstance().newXPath();
        NodeList nodes = (NodeList) xpath.evaluate(path, pom, XPathConstants.NODESET);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }
}
