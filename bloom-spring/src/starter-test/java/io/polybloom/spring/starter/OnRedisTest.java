package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterRemoval;
import io.polybloom.SpecMismatchException;
import io.polybloom.StaleMirrorException;
import io.polybloom.spring.actuate.BloomEndpoint;
import io.polybloom.spring.actuate.FilterView;
import io.polybloom.spring.actuate.FilterView.State;
import io.polybloom.spring.filter.LazyFilterMirror;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** An application with nothing but properties, with all that Spring Boot configures by itself, on a real server. */
class OnRedisTest {

    private static RedisServer server;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Application.class)
            .withPropertyValues(
                    "spring.data.redis.host=" + server.host(),
                    "spring.data.redis.port=" + server.port(),
                    "spring.data.redis.database=3",
                    "spring.data.redis.timeout=60s",
                    "management.endpoints.web.exposure.include=bloom",
                    "management.endpoints.jmx.exposure.include=bloom",
                    "polybloom.filters.clicks.capacity=1000",
                    "polybloom.filters.clicks.false-positive-rate=1e-6");

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        try (RespClient client = server.client()) {
            client.call("FLUSHALL");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void theClientOfTheConnectionFactoryIsUsedAndItsDatabase(String client) {
        runner.withPropertyValues("spring.data.redis.client-type=" + client).run(context -> {
            BloomFilter<String> clicks = filter(context);
            assertTrue(clicks.add("a"));
            assertFalse(clicks.add("a"));
            assertTrue(clicks.mightContain("a"));
            assertEquals(0, keys(0));
            assertTrue(keys(3) > 0);
        });
        runner.withPropertyValues("spring.data.redis.client-type=" + client, "polybloom.filters.clicks.open=at-start")
                .run(context -> assertTrue(filter(context).mightContain("a"), "of the application before"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void aServerThatCannotBeReachedIsAFailureOfTheBackend(String client) {
        runner.withPropertyValues("spring.data.redis.client-type=" + client, "spring.data.redis.port=1")
                .run(context -> {
                    BackendException failure = assertThrows(
                            BackendException.class, () -> filter(context).mightContain("a"));
                    assertEquals(Reason.UNREACHABLE, failure.reason());
                    assertEquals("DOWN", Boot.health(context, "clicks"));
                });
    }

    /** As for a checkpoint of the JVM, or while a test context is paused. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void aClientThatIsStoppedAndStartedAgainIsFollowed(String client) {
        runner.withPropertyValues("spring.data.redis.client-type=" + client).run(context -> {
            BloomFilter<String> clicks = filter(context);
            assertTrue(clicks.add("a"));
            ConfigurableApplicationContext application = (ConfigurableApplicationContext) context;
            application.stop();
            assertThrows(RuntimeException.class, () -> clicks.mightContain("a"));
            application.start();
            assertFalse(clicks.add("a"));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void aMirrorKnowsWhatItsFilterAddsAlsoAfterTheClientWasReplaced(String client) {
        runner.withPropertyValues(
                        "spring.data.redis.client-type=" + client, "polybloom.filters.clicks.mirror.interval=1h",
 "polybloom.filters.clicks.mirror.longest-staleness=2h")
                .run(context -> {
                    BloomFilter<String> clicks = filter(context);
                    FilterMirror<String> mirror = mirror(context);
                    assertFalse(mirror.mightContain("a"));
                    assertTrue(clicks.add("a"));
                    assertTrue(mirror.mightContain("a"));
                    ConfigurableApplicationContext application = (ConfigurableApplicationContext) context;
                    application.stop();
                    application.start();
                    assertTrue(clicks.add("b"));
                    assertTrue(mirror.mightContain("b"));
                    assertEquals("UP", Boot.health(context, "clicks"));
                    try (RespClient redis = server.client()) {
                        redis.call("FLUSHALL");
                    }
                    assertThrows(BloomFilterException.class, mirror::refresh);
                    assertThrows(BloomFilterException.class, () -> mirror.mightContain("b"));
                });
    }

    /** Nobody asks the filter, which would notice that the client is another one. */
    @Test
    void aMirrorThatIsTooOldIsOpenedOnTheClientThatThereIsNow() {
        runner.withPropertyValues(
                        "spring.data.redis.client-type=lettuce",
                        "polybloom.filters.clicks.mirror.interval=1ms",
                        "polybloom.filters.clicks.mirror.longest-staleness=100ms")
                .run(context -> {
                    LazyFilterMirror<?> mirror =
                            assertInstanceOf(LazyFilterMirror.class, context.getBean("clicksMirror"));
                    mirror.open();
                    FilterMirror<?> first = mirror.ifOpen().orElseThrow();
                    ConfigurableApplicationContext application = (ConfigurableApplicationContext) context;
                    application.stop();
                    awaitRefusal(first);
                    application.start();
                    try {
                        mirror.mightContainAll(List.of());
                    } catch (StaleMirrorException slowMachine) {
                        // The new one is old already.
                    }
                    assertNotSame(first, mirror.ifOpen().orElseThrow());
                });
    }

    private static void awaitRefusal(FilterMirror<?> mirror) {
        Await.until("the mirror is too old", Duration.ofSeconds(300), () -> {
            try {
                mirror.mightContainAll(List.of());
                return false;
            } catch (StaleMirrorException old) {
                return true;
            }
        });
    }

    @SuppressWarnings("unchecked") // of the type of the property
    private static FilterMirror<String> mirror(ApplicationContext context) {
        return context.getBean("clicksMirror", FilterMirror.class);
    }

    @Test
    void aClientOfRedissonIsUsedIfItIsChosenAndStaysOpen() {
        Config config = new Config();
        config.useSingleServer().setAddress(server.uri());
        RedissonClient redisson = Redisson.create(config);
        try {
            runner.withBean(RedissonClient.class, () -> redisson, definition -> definition.setDestroyMethodName(""))
                    .withPropertyValues("polybloom.client=redisson")
                    .run(context -> {
                        assertTrue(filter(context).add("a"));
                        assertTrue(keys(0) > 0, "the database of Redisson's client");
                        assertEquals(0, keys(3));
                    });
            assertFalse(redisson.isShutdown());
        } finally {
            redisson.shutdown();
        }
    }

    @Test
    void healthAndEndpointShowAFilterFromItsBirthToItsLoss() {
        runner.run(context -> {
            BloomEndpoint endpoint = context.getBean(BloomEndpoint.class);
            assertEquals("UNKNOWN", Boot.health(context, "clicks"));
            assertEquals(State.NOT_CREATED, endpoint.filter("clicks").state());
            assertTrue(context.containsBean("bloomEndpointWebExtension"), "requests are answered with reasons");
            assertEquals(0, keys(3), "to ask creates nothing");

            BloomFilter<String> clicks = filter(context);
            clicks.add("a");
            assertEquals("UP", Boot.health(context, "clicks"));
            FilterView view = endpoint.filter("clicks");
            assertEquals(State.OPEN, view.state());
            assertEquals(1, view.measurements().estimatedCount());
            assertEquals(1000, view.parameters().capacity());
            assertEquals(State.OPEN, endpoint.filters().filters().get("clicks").state());
            assertNull(endpoint.filter("unknown"));

            try (RespClient client = server.client()) {
                client.call("FLUSHALL");
            }
            assertEquals("DOWN", Boot.health(context, "clicks"));
        });
    }

    @Test
    void theHealthOfAFilterThatCannotBeOpenedIsDownUntilItCan() {
        runner.run(context -> filter(context).add("a"));
        runner.withPropertyValues("polybloom.filters.clicks.capacity=2000").run(context -> {
            assertEquals("DOWN", Boot.health(context, "clicks"), "before its first call");
            assertThrows(SpecMismatchException.class, () -> filter(context).add("a"));
            assertEquals("DOWN", Boot.health(context, "clicks"));
            context.getBean(BloomFilters.class).run(FilterRemoval.of("clicks"));
            long left = keys(3);
            assertEquals("UNKNOWN", Boot.health(context, "clicks"), "a health check opens nothing");
            assertEquals(left, keys(3));
        });
    }

    /** An empty filter would report everything as absent, so somebody must want it. */
    @Test
    void aFilterThatIsGoneIsCreatedAgainOnDemandOnly() {
        runner.run(context -> {
            BloomFilter<String> clicks = filter(context);
            assertTrue(clicks.add("a"));
            context.getBean(BloomFilters.class).run(FilterRemoval.of("clicks"));
            for (int i = 0; i < 2; i++) {
                FilterGoneException gone = assertThrows(FilterGoneException.class, () -> clicks.mightContain("a"));
                assertTrue(gone.getMessage().contains("send a POST request to the endpoint bloom"), gone.getMessage());
            }
            BloomEndpoint endpoint = context.getBean(BloomEndpoint.class);
            assertNull(endpoint.open("unknown"));
            assertEquals(State.OPEN, endpoint.open("clicks").state());
            assertTrue(clicks.add("a"));
        });
    }

    @Test
    void aFilterThatMustExistIsFoundWhenItExistsAgain() {
        runner.run(context -> filter(context).add("a"));
        runner.withPropertyValues("polybloom.filters.mine.existing=true", "polybloom.filters.mine.name=clicks")
                .run(context -> {
                    BloomFilter<?> mine = context.getBean("mine", BloomFilter.class);
                    assertEquals(1, mine.stats().estimatedCount());
                    context.getBean(BloomFilters.class).run(FilterRemoval.of("clicks"));
                    for (int i = 0; i < 2; i++) {
                        assertThrows(FilterGoneException.class, mine::stats);
                    }
                    filter(context).add("b");
                    assertEquals(1, mine.stats().estimatedCount());
                });
    }

    @Test
    void aFilterWhoseRegisterIsLostIsUsedAsBefore() {
        runner.run(context -> filter(context).add("a"));
        try (RespClient client = server.client()) {
            client.call("SELECT", "3");
            StoredFilter.loseRegister(client, "clicks");
        }
        runner.run(context -> {
            assertEquals("UNKNOWN", Boot.health(context, "clicks"), "before its first call");
            assertTrue(filter(context).mightContain("a"));
            assertEquals("UP", Boot.health(context, "clicks"));
        });
    }

    @Test
    void operationsAreCountedAndTheStateIsSampledWhereThereIsARegistry() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        runner.withBean(MeterRegistry.class, () -> registry)
                .withPropertyValues("polybloom.sample-every=20ms", "polybloom.filters.clicks.mirror.interval=1h",
 "polybloom.filters.clicks.mirror.longest-staleness=2h")
                .run(context -> {
                    assertEquals(0, registry.find("polybloom.elements").gauges().size(), "a sample opens no filter");
                    filter(context).add("a");
                    filter(context).add("a");
                    assertTrue(mirror(context).mightContain("a"));
                    assertTrue(registry.get("polybloom.mirror.age")
                                    .tag("filter", "clicks")
                                    .gauge()
                                    .value()
                            >= 0);
                    assertEquals(1, adds(registry, "new"));
                    assertEquals(1, adds(registry, "seen"));
                    Await.until(
                            "the filter is measured",
                            Duration.ofSeconds(300),
                            () -> registry.get("polybloom.elements")
                                            .tag("filter", "clicks")
                                            .gauge()
                                            .value()
                                    == 1);
                });
        runner.withBean(MeterRegistry.class, () -> registry)
                .withPropertyValues("polybloom.sample-every=0")
                .run(context -> {
                    filter(context).add("a");
                    assertEquals(0, registry.find("polybloom.elements").gauges().size());
                });
    }

    private static double adds(MeterRegistry registry, String result) {
        return registry.get("polybloom.adds")
                .tag("filter", "clicks")
                .tag("result", result)
                .counter()
                .count();
    }

    @Test
    void healthAndEndpointCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.polybloom.enabled=false", "management.endpoint.bloom.access=NONE")
                .run(context -> {
                    assertFalse(context.containsBean("polybloomHealthContributor"));
                    assertFalse(context.containsBean("bloomEndpoint"));
                    assertFalse(context.containsBean("bloomEndpointWebExtension"));
                });
    }

    @Test
    void anExpiryBeginsWithTheFilterAndIsNotPutOff() {
        ApplicationContextRunner expiring = runner.withPropertyValues("polybloom.filters.clicks.expire-after=1h");
        List<Instant> first = new ArrayList<>();
        expiring.run(context -> {
            filter(context).add("a");
            first.add(expiry(context));
        });
        expiring.run(context -> {
            BloomFilter<String> clicks = filter(context);
            assertFalse(clicks.add("a"));
            assertEquals(first.get(0), expiry(context));
            clicks.expire(Duration.ofMillis(1));
            Await.until("it has expired", Duration.ofSeconds(300), () -> Instant.now()
                    .isAfter(clicks.description().expireAt().orElseThrow()));
            assertThrows(FilterGoneException.class, () -> clicks.mightContain("a"));
            assertTrue(clicks.add("a"), "opened again");
            assertTrue(expiry(context).isAfter(first.get(0)));
        });
    }

    private static Instant expiry(ApplicationContext context) {
        BloomFilters filters = context.getBean(BloomFilters.class);
        return filters.describe("clicks").orElseThrow().expireAt().orElseThrow();
    }

    @SuppressWarnings("unchecked") // of the type of the property
    private static BloomFilter<String> filter(ApplicationContext context) {
        Map<String, RedisConnectionFactory> factories = context.getBeansOfType(RedisConnectionFactory.class);
        assertEquals(1, factories.size());
        return context.getBean("clicks", BloomFilter.class);
    }

    private static long keys(int database) {
        try (RespClient client = server.client()) {
            client.call("SELECT", database);
            return client.integer("DBSIZE");
        }
    }
}
