package io.polybloom.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that packages are rooms: none forms a circle with another one, and none is a hall. */
class PackageTest {

    private static final int MOST_FILES = 30;

    /** Each package is a slice of its own, sub-packages included. */
    private static final ArchRule NO_CIRCLES = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                    return SliceIdentifier.of(type.getPackageName());
                }

                @Override
                public String getDescription() {
                    return "packages";
                }
            })
            .should()
            .beFreeOfCycles();

    @Test
    void packagesFormNoCircles() {
        JavaClasses production = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.polybloom");
        for (String room : List.of(
                "internal.membership",
                "jedis",
                "lettuce",
                "redisson",
                "vertx",
                "layouts",
                "micrometer",
                "spring.filter",
                "spring.boot3",
                "spring.boot4",
                "tck",
                "simulation",
                "bench.suite",
                "cli")) {
            assertTrue(production.containPackage("io.polybloom." + room), room);
        }
        NO_CIRCLES.check(production);
    }

    /** A rule that cannot fail holds nothing. */
    @Test
    void aPlantedCircleIsFound() {
        JavaClasses planted = new ClassFileImporter().importPackages("io.polybloom.architecture.planted");
        AssertionError found = assertThrows(AssertionError.class, () -> NO_CIRCLES.check(planted));
        assertTrue(found.getMessage().contains("Cycle detected"), found.getMessage());
    }

    @Test
    void noPackageHasTooManyFiles() throws IOException {
        Map<Path, Integer> files = new TreeMap<>();
        Path root = Path.of("..");
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.filter(PackageTest::isModule).toList()) {
                count(module.resolve("src"), files);
            }
        }
        assertTrue(files.size() > 50, "packages that were found: " + files.keySet());
        files.values().removeIf(count -> count <= MOST_FILES);
        assertEquals(Map.of(), files);
    }

    private static boolean isModule(Path directory) {
        return Files.isRegularFile(directory.resolve("pom.xml")) && Files.isDirectory(directory.resolve("src"));
    }

    private static void count(Path sources, Map<Path, Integer> files) throws IOException {
        try (Stream<Path> all = Files.walk(sources)) {
            all.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> files.merge(file.getParent(), 1, Integer::sum));
        }
    }
}
