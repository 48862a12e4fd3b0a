package io.polybloom.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds that no package forms a circle with another one. */
class PackageTest {

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
                "glide",
                "layouts",
                "micrometer",
                "kafka.streams",
                "flink",
                "camel",
                "spring.integration",
                "spring.filter",
                "spring.boot3",
                "spring.boot4",
                "tck",
                "simulation",
                "bench.report",
                "cli")) {
            assertTrue(production.containPackage("io.polybloom." + room), room);
        }
        NO_CIRCLES.check(production);
    }

    /** Each row of the table in docs/architecture.md is a package, which uses only those above it. */
    @Test
    void packagesUseOnlyThoseAboveThemInTheTable() throws IOException {
        String page = Files.readString(Path.of("../docs/architecture.md"));
        int begin = page.indexOf("## Inside bloom-api and bloom-engine");
        List<String> table = Pattern.compile("(?m)^\\| `([a-z.]+)` \\|")
                .matcher(page.substring(begin, page.indexOf("### Where to begin")))
                .results()
                .map(row -> row.group(1).replaceAll("^\\.", "io.polybloom.internal."))
                .toList();
        JavaClasses core = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.polybloom")
                .that(describe("in the table", type -> table.contains(type.getPackageName())));
        Set<String> wrong = new TreeSet<>();
        for (JavaClass type : core) {
            int row = table.indexOf(type.getPackageName());
            type.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .filter(used -> table.indexOf(used.getPackageName()) > row)
                    .forEach(used -> wrong.add(type.getName() + " uses " + used.getName()));
        }
        assertEquals(Set.of(), wrong);
        Set<String> missing = new TreeSet<>();
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.polybloom.internal")) {
            if (!table.contains(type.getPackageName())) {
                missing.add(type.getPackageName());
            }
        }
        assertEquals(Set.of(), missing, "packages without a row");
        for (String name : List.of("internal.opening", "internal.membership", "driver", "step", "spi", "layout")) {
            assertTrue(core.containPackage("io.polybloom." + name), name);
        }
    }

    /** A rule that cannot fail holds nothing. */
    @Test
    void aPlantedCircleIsFound() {
        JavaClasses planted = new ClassFileImporter().importPackages("io.polybloom.architecture.planted");
        AssertionError found = assertThrows(AssertionError.class, () -> NO_CIRCLES.check(planted));
        assertTrue(found.getMessage().contains("Cycle detected"), found.getMessage());
    }
}
