package io.polybloom.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
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
}
