package io.polybloom.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.polybloom.layout.Sizing;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the arrows between the modules: who may know whom, and which kind of effect lives where. */
class ArchitectureTest {
    private static final String EVERYTHING = "io.polybloom..";
    private static final String API = "io.polybloom";
    private static final String LAYOUT = "io.polybloom.layout..";
    private static final String SPI = "io.polybloom.spi..";
    private static final String INTERNAL = "io.polybloom.internal..";
    private static final String FORWARD = "io.polybloom.support.forward..";
    private static final String STEP = "io.polybloom.step..";
    private static final String DRIVER = "io.polybloom.driver";
    private static final String OPERATIONS = "io.polybloom.operations";
    private static final String ASYNC = "io.polybloom.async..";
    private static final String LOCATE = "io.polybloom.locate..";
    private static final String TRANSFER = "io.polybloom.transfer..";
    private static final String COUNTER = "io.polybloom.counter..";
    private static final String LISTENER = "io.polybloom.listener..";
    private static final String SUPPORT = "io.polybloom.support..";
    private static final String MEMORY = "io.polybloom.memory..";
    private static final String[] CORE = {
        API,
        LAYOUT,
        SPI,
        STEP,
        OPERATIONS,
        DRIVER,
        ASYNC,
        LOCATE,
        TRANSFER,
        COUNTER,
        LISTENER,
        SUPPORT,
        MEMORY,
        INTERNAL
    };
    private static final String[] API_MODULE = {API, LAYOUT, SPI, ASYNC, TRANSFER, COUNTER, LISTENER, SUPPORT};
    private static final String[] WITHOUT_STAGES = {
        API, LAYOUT, SPI, STEP, OPERATIONS, DRIVER, LOCATE, TRANSFER, COUNTER, LISTENER, INTERNAL
    };
    private static final String JEDIS = "io.polybloom.jedis..";
    private static final String LETTUCE = "io.polybloom.lettuce..";
    private static final String REDISSON = "io.polybloom.redisson..";
    private static final String VERTX = "io.polybloom.vertx..";
    private static final String GLIDE = "io.polybloom.glide..";
    private static final String LAYOUTS = "io.polybloom.layouts..";
    private static final String MICROMETER = "io.polybloom.micrometer..";
    private static final String KAFKA_STREAMS = "io.polybloom.kafka.streams..";
    private static final String FLINK = "io.polybloom.flink..";
    private static final String CAMEL = "io.polybloom.camel..";
    private static final String SPRING_INTEGRATION = "io.polybloom.spring.integration..";
    private static final String SPRING = "io.polybloom.spring..";
    private static final String TCK = "io.polybloom.tck..";
    private static final String COMMAND_LINE = "io.polybloom.cli..";
    private static final String BENCHMARK = "io.polybloom.bench..";

    private static final String JEDIS_CLIENT = "redis.clients..";
    private static final String LETTUCE_CLIENT = "io.lettuce..";
    private static final String REDISSON_CLIENT = "org.redisson..";
    private static final String VERTX_CLIENT = "io.vertx..";
    private static final String GLIDE_CLIENT = "glide..";

    private static final DescribedPredicate<JavaClass> JDK_FUTURE =
            assignableTo(CompletionStage.class).or(assignableTo(Future.class)).as("futures of the JDK");
    private static final DescribedPredicate<JavaClass> ANY_FUTURE = JDK_FUTURE
            .or(assignableTo("io.vertx.core.Future"))
            .or(belongToAnyOf(Flow.class))
            .or(resideInAnyPackage("org.reactivestreams..", "io.reactivex..", "reactor.."))
            .as("futures or publishers");
    /** The classes that drive transports with stages, and the service that also makes filters of these. */
    private static final DescribedPredicate<JavaClass> FLAVOUR_OF_STAGES = nameMatching(
                    "io\\.polybloom\\.driver\\.(CompletionStageDriver|StageBloomFilters?|StandardEngine)(\\$.*)?")
            .forSubtype();

    private static final DescribedPredicate<JavaClass> INPUT_OUTPUT = resideInAnyPackage(
                    "java.net..", "javax.net..", "java.nio.channels..", "java.nio.file..", "io.netty..")
            .or(assignableTo("java.io.File"))
            .or(assignableTo("java.io.FileInputStream"))
            .or(assignableTo("java.io.FileOutputStream"))
            .or(assignableTo("java.io.RandomAccessFile"))
            // The core names exceptions of clients to explain them; that opens no socket.
            .and(DescribedPredicate.not(assignableTo(Throwable.class)))
            .as("sockets or files");

    private static JavaClasses classes;

    @BeforeAll
    static void importProductionClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.polybloom");
    }

    @Test
    void apiDoesNotKnowTheEngine() {
        check(noClasses()
                .that()
                .resideInAnyPackage(API_MODULE)
                .should()
                .dependOnClassesThat(resideInAPackage(EVERYTHING).and(not(API_MODULE))));
    }

    @ParameterizedTest
    @ValueSource(strings = {JEDIS, LETTUCE, REDISSON, GLIDE})
    void adapterKnowsOnlyApiAndSpi(String adapter) {
        check(noClasses()
                .that()
                .resideInAPackage(adapter)
                .should()
                .dependOnClassesThat(
                        resideInAPackage(EVERYTHING).and(not(API, SPI, ASYNC, COUNTER, SUPPORT, adapter))));
    }

    /** A flavour that is neither blocking nor one of stages, and a clock of the test's own, need the engine itself. */
    @ParameterizedTest
    @ValueSource(strings = {VERTX, MEMORY})
    void adapterWithNeedsOfItsOwnKnowsTheEntryOfTheEngine(String adapter) {
        check(noClasses()
                .that()
                .resideInAPackage(adapter)
                .should()
                .dependOnClassesThat(resideInAPackage(EVERYTHING)
                        .and(not(API, SPI, STEP, OPERATIONS, DRIVER, ASYNC, COUNTER, SUPPORT, adapter))));
    }

    @Test
    void jedisAdapterKnowsNoOtherClient() {
        check(noClasses()
                .that()
                .resideInAPackage(JEDIS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LETTUCE_CLIENT, REDISSON_CLIENT, VERTX_CLIENT, GLIDE_CLIENT));
    }

    @Test
    void lettuceAdapterKnowsNoOtherClient() {
        check(noClasses()
                .that()
                .resideInAPackage(LETTUCE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JEDIS_CLIENT, REDISSON_CLIENT, VERTX_CLIENT, GLIDE_CLIENT));
    }

    @Test
    void redissonAdapterKnowsNoOtherClient() {
        check(noClasses()
                .that()
                .resideInAPackage(REDISSON)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JEDIS_CLIENT, LETTUCE_CLIENT, VERTX_CLIENT, GLIDE_CLIENT));
    }

    @Test
    void vertxAdapterKnowsNoOtherClient() {
        check(noClasses()
                .that()
                .resideInAPackage(VERTX)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JEDIS_CLIENT, LETTUCE_CLIENT, REDISSON_CLIENT, GLIDE_CLIENT));
    }

    @Test
    void glideAdapterKnowsNoOtherClient() {
        check(noClasses()
                .that()
                .resideInAPackage(GLIDE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JEDIS_CLIENT, LETTUCE_CLIENT, REDISSON_CLIENT, VERTX_CLIENT));
    }

    /** {@link Sizing} is a parameter of the layout SPI. */
    @Test
    void layoutsKnowOnlyTheLayoutSpi() {
        check(noClasses()
                .that()
                .resideInAPackage(LAYOUTS)
                .should()
                .dependOnClassesThat(
                        resideInAPackage(EVERYTHING).and(not(LAYOUT, LAYOUTS)).and(notTheClass(Sizing.class))));
    }

    @Test
    void layoutsKnowNoClientAndDoNoInputOrOutput() {
        check(noClasses()
                .that()
                .resideInAPackage(LAYOUTS)
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(JEDIS_CLIENT, LETTUCE_CLIENT, REDISSON_CLIENT, VERTX_CLIENT, GLIDE_CLIENT)
                                .or(INPUT_OUTPUT)
                                .or(ANY_FUTURE)));
    }

    @Test
    void metricsKnowOnlyWhatUsersType() {
        check(noClasses()
                .that()
                .resideInAPackage(MICROMETER)
                .should()
                .dependOnClassesThat(resideInAPackage(EVERYTHING).and(not(API, LISTENER, ASYNC, MICROMETER))));
    }

    /** An operator of a framework is written against what its users could write against. */
    @ParameterizedTest
    @ValueSource(strings = {KAFKA_STREAMS, FLINK, CAMEL, SPRING_INTEGRATION})
    void operatorKnowsOnlyWhatUsersType(String operator) {
        check(noClasses()
                .that()
                .resideInAPackage(operator)
                .should()
                .dependOnClassesThat(resideInAPackage(EVERYTHING).and(not(API, SUPPORT, operator)))
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(JEDIS_CLIENT, LETTUCE_CLIENT, REDISSON_CLIENT, VERTX_CLIENT, GLIDE_CLIENT));
    }

    @Test
    void springKnowsOnlyTheApiAndTheEntriesOfAdapters() {
        check(noClasses()
                .that()
                .resideInAPackage(SPRING)
                .should()
                .dependOnClassesThat(resideInAPackage(EVERYTHING)
                        .and(not(
                                API,
                                LISTENER,
                                LAYOUT,
                                COUNTER,
                                SUPPORT,
                                JEDIS,
                                LETTUCE,
                                REDISSON,
                                GLIDE,
                                MICROMETER,
                                SPRING))));
    }

    /** The classes that all versions of Spring Boot share use nothing that one of them has elsewhere. */
    @Test
    void whatVersionsOfSpringBootShareKnowsNothingThatHasMoved() {
        check(noClasses()
                .that()
                .resideInAPackage(SPRING)
                .and()
                .resideOutsideOfPackages("io.polybloom.spring.boot3", "io.polybloom.spring.boot4")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework.boot.actuate.health..",
                        "org.springframework.boot.actuate.autoconfigure.health..",
                        "org.springframework.boot.health..",
                        "org.springframework.boot.autoconfigure.data..",
                        "org.springframework.boot.data.."));
    }

    /** Classes of a client are only touched where the application has the client. */
    @Test
    void springTouchesClientsInOnePackage() {
        check(noClasses()
                .that()
                .resideInAPackage(SPRING)
                .and()
                .resideOutsideOfPackage("io.polybloom.spring.client")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JEDIS_CLIENT, LETTUCE_CLIENT, REDISSON_CLIENT));
    }

    @Test
    void compatibilityKitKnowsNoAdapterAndNoInternals() {
        check(noClasses()
                .that()
                .resideInAPackage(TCK)
                .should()
                .dependOnClassesThat(resideInAPackage(EVERYTHING)
                        .and(not(
                                API,
                                LAYOUT,
                                COUNTER,
                                SPI,
                                STEP,
                                OPERATIONS,
                                DRIVER,
                                ASYNC,
                                LOCATE,
                                TRANSFER,
                                FORWARD,
                                TCK))));
    }

    @Test
    void internalIsKnownToTheCoreOnly() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(CORE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(INTERNAL));
    }

    /** Users call the flavour that their client has. Where speed counts, no flavour goes through a proxy. */
    @Test
    void flavoursAreForwardedOnlyWhereTheyAreComparedOrShown() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(FORWARD, TCK, COMMAND_LINE, BENCHMARK)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FORWARD));
    }

    @Test
    void coreKnowsNoModuleAboveIt() {
        check(noClasses()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .dependOnClassesThat(resideInAPackage(EVERYTHING).and(not(CORE))));
    }

    @Test
    void coreKnowsNoClient() {
        check(noClasses()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JEDIS_CLIENT, LETTUCE_CLIENT, REDISSON_CLIENT, VERTX_CLIENT, GLIDE_CLIENT));
    }

    /**
     * The timer of a mirror has a future by which it is stopped, and which nobody awaits. An adapter whose client
     * answers with stages passes them to {@link Engine}, or makes them an answer that a thread waits for.
     */
    @Test
    void engineKnowsNoFuture() {
        check(noClasses()
                .that()
                .resideInAnyPackage(WITHOUT_STAGES)
                .and(DescribedPredicate.not(FLAVOUR_OF_STAGES.or(belongToAnyOf(Engine.class, InFlight.class))))
                .and()
                .doNotHaveFullyQualifiedName("io.polybloom.operations.MirrorOperations")
                .should()
                .dependOnClassesThat(ANY_FUTURE)
                .orShould()
                .callCodeUnitWhere(passesOrReturns(ANY_FUTURE)));
    }

    @Test
    void engineDoesNotKnowTheFlavourOfStages() {
        check(noClasses()
                .that()
                .resideInAnyPackage(WITHOUT_STAGES)
                .and(DescribedPredicate.not(FLAVOUR_OF_STAGES.or(belongToAnyOf(Engine.class))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ASYNC));
    }

    @Test
    void coreDoesNoInputOrOutput() {
        check(noClasses().that().resideInAnyPackage(CORE).should().dependOnClassesThat(INPUT_OUTPUT));
    }

    @Test
    void jedisAdapterIsBlockingOnly() {
        check(noClasses()
                .that()
                .resideInAPackage(JEDIS)
                .should()
                .dependOnClassesThat(ANY_FUTURE)
                .orShould()
                .callCodeUnitWhere(passesOrReturns(ANY_FUTURE)));
    }

    @Test
    void vertxAdapterUsesVertxFuturesOnly() {
        check(noClasses()
                .that()
                .resideInAPackage(VERTX)
                .should()
                .dependOnClassesThat(JDK_FUTURE)
                .orShould()
                .callCodeUnitWhere(passesOrReturns(JDK_FUTURE)));
    }

    /**
     * An operation is given a snapshot at its entry. One that reads the filter's current state in between decides one
     * half of its answer by one state and the other half by another.
     */
    @Test
    void operationsDecideByTheSnapshotThatTheyAreGiven() {
        check(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.polybloom.internal.membership",
                        "io.polybloom.internal.growth",
                        "io.polybloom.internal.exchange",
                        "io.polybloom.internal.claims",
                        "io.polybloom.internal.load",
                        "io.polybloom.internal.window",
                        "io.polybloom.internal.nearcache")
                .should()
                .callMethod("io.polybloom.internal.filter.OpenFilter", "snapshot"));
    }

    private static DescribedPredicate<JavaClass> not(String... packages) {
        return DescribedPredicate.not(resideInAnyPackage(packages));
    }

    private static DescribedPredicate<JavaClass> notTheClass(Class<?> type) {
        return DescribedPredicate.not(JavaClass.Predicates.equivalentTo(type));
    }

    /**
     * A future that is only passed on, as in {@code bridge(future.toCompletionStage())}, is no dependency of the
     * caller.
     */
    private static DescribedPredicate<JavaCall<?>> passesOrReturns(DescribedPredicate<JavaClass> types) {
        return DescribedPredicate.describe(
                "a parameter or the result is one of the " + types.getDescription(), call -> {
                    CodeUnitAccessTarget target = call.getTarget();
                    return types.test(target.getRawReturnType())
                            || target.getRawParameterTypes().stream().anyMatch(types);
                });
    }

    /** A rule about a package that is empty, for example because it was renamed, must fail. */
    private static void check(ArchRule rule) {
        rule.allowEmptyShould(false).check(classes);
    }
}
