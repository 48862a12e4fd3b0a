package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import io.lettuce.core.ClientOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.actuate.BloomEndpoint;
import io.polybloom.spring.client.LoggedCreation;
import io.polybloom.spring.properties.ElementType;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Redis loses the filter of issued ids in every way: none of these ids is ever called absent before somebody asks. */
@Timeout(600)
class LostFilterTest {

    private static final long ISSUED = 4711;

    private static RedisServer server;

    /** What happens to an application that has used its filter. After it, Redis has lost a part of the filter. */
    private enum Trouble {
        RESTARTED_EMPTY {
            @Override
            void happen(ApplicationContext context) {
                server.restart();
            }
        },
        EMPTIED {
            @Override
            void happen(ApplicationContext context) {
                call("FLUSHALL");
            }
        },
        DOWN_WHILE_ASKED_THEN_EMPTY {
            @Override
            void happen(ApplicationContext context) {
                server.kill();
                assertThrows(BackendException.class, () -> filter(context).mightContain(ISSUED));
                assertEquals("DOWN", Boot.health(context, "issued"));
                server.restart();
            }
        },
        FAILED_POST_THEN_EMPTY {
            @Override
            void happen(ApplicationContext context) {
                server.kill();
                assertThrows(BackendException.class, () -> endpoint(context).open("issued"));
                assertEquals("DOWN", Boot.health(context, "issued"));
                server.restart();
            }
        },
        CLIENT_REPLACED {
            @Override
            void happen(ApplicationContext context) {
                Lifecycle factory = (Lifecycle) context.getBean(RedisConnectionFactory.class);
                factory.stop();
                call("FLUSHALL");
                factory.start();
            }
        },
        APPLICATION_PAUSED {
            @Override
            void happen(ApplicationContext context) {
                ConfigurableApplicationContext application = (ConfigurableApplicationContext) context;
                application.stop();
                call("FLUSHALL");
                application.start();
            }
        },
        BITS_EVICTED {
            @Override
            void happen(ApplicationContext context) {
                evict(StoredFilter::losePartitions);
            }
        },
        REGISTER_AND_COPY_EVICTED {
            @Override
            void happen(ApplicationContext context) {
                evict(StoredFilter::loseRegisterAndCopy);
            }
        };

        abstract void happen(ApplicationContext context);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** Held here, since the log manager forgets a logger that nobody holds. */
    private final Logger logger = Logger.getLogger(LoggedCreation.class.getName());

    private final List<String> creations = new ArrayList<>();

    private final Handler log = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            creations.add(entry.getLevel() + " " + entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void prepare() {
        server.restart();
        logger.addHandler(log);
    }

    @AfterEach
    void endLog() {
        logger.removeHandler(log);
    }

    private static ApplicationContextRunner runner(String client) {
        ApplicationContextRunner runner = client.equals("lettuce")
                ? new ApplicationContextRunner()
                        .withBean(LettuceConnectionFactory.class, LostFilterTest::failingAtOnceWithoutConnection)
                : new ApplicationContextRunner();
        return runner.withUserConfiguration(Application.class)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues(
                        "spring.data.redis.host=" + server.host(),
                        "spring.data.redis.port=" + server.port(),
                        "spring.data.redis.client-type=" + client,
                        "management.endpoints.web.exposure.include=bloom,health",
                        "management.endpoints.jmx.exposure.include=bloom",
                        "polybloom.sample-every=1ms",
                        "polybloom.filters.issued.type=long",
                        "polybloom.filters.issued.config-checked-every=1ms",
                        "polybloom.filters.issued.mirror.interval=1h",
 "polybloom.filters.issued.mirror.longest-staleness=2h");
    }

    private static LettuceConnectionFactory failingAtOnceWithoutConnection() {
        ClientOptions options = ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .build();
        return new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(server.host(), server.port()),
                LettuceClientConfiguration.builder().clientOptions(options).build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void aFilterThatWasOpenIsCreatedAgainOnDemandOnly(String client) {
        runner(client).withPropertyValues("polybloom.filters.issued.capacity=1000").run(context -> {
            for (Trouble trouble : Trouble.values()) {
                issue(context);
                creations.clear();
                trouble.happen(context);
                assertLost(context, trouble);
                assertEquals(List.of(), creations, trouble::name);
                call("FLUSHALL");
                endpoint(context).open("issued");
                assertEquals(1, creations.size(), trouble::name);
                assertTrue(
                        creations.get(0).startsWith("WARNING the filter 'issued' did not exist"), creations::toString);
                assertTrue(creations.get(0).contains("capacity=1000"), creations::toString);
                assertFalse(filter(context).mightContain(ISSUED), "somebody wanted an empty filter");
            }
        });
    }

    /** The recipe for a guard. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void aFilterThatMustExistIsNeverCreated(String client) {
        runner(client).withPropertyValues("polybloom.filters.issued.existing=true").run(context -> {
            for (Trouble trouble : Trouble.values()) {
                createFilled(context);
                Await.value("it is found", Duration.ofSeconds(300), BloomFilterException.class, () -> {
                    assertTrue(filter(context).mightContain(ISSUED));
                    return true;
                });
                creations.clear();
                trouble.happen(context);
                assertLost(context, trouble);
                assertEquals(List.of(), creations, trouble::name);
                call("FLUSHALL");
                assertThrows(BloomFilterException.class, () -> endpoint(context).open("issued"));
            }
        });
    }

    /** The first use of a filter creates it, if its properties ask for that; a failed one is no use, nor is a check. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void afterAFailedFirstCallNothingButACallCreates(String client) {
        server.kill();
        runner(client).withPropertyValues("polybloom.filters.issued.capacity=1000").run(context -> {
            assertThrows(BackendException.class, () -> filter(context).mightContain(ISSUED));
            assertThrows(BackendException.class, () -> mirror(context).mightContain(ISSUED));
            assertEquals("DOWN", Boot.health(context, "issued"));
            server.restart();
            Await.until(
                    "Redis answers",
                    Duration.ofSeconds(300),
                    () -> !Boot.health(context, "issued").equals("DOWN"));
            assertEquals("UNKNOWN", Boot.health(context, "issued"));
            endpoint(context).filters();
            endpoint(context).filter("issued");
            assertEquals(0, keys());
            assertEquals(List.of(), creations);
            assertFalse(filter(context).mightContain(ISSUED));
            assertEquals(1, creations.size());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void aGuardThatStartsWithoutRedisOrOnAnEmptyOneCallsNothingAbsent(String client) {
        server.kill();
        runner(client).withPropertyValues("polybloom.filters.issued.existing=true").run(context -> {
            assertThrows(BackendException.class, () -> filter(context).mightContain(ISSUED));
            server.restart();
            assertLost(context, Trouble.RESTARTED_EMPTY);
            createFilled(context);
            assertTrue(filter(context).mightContain(ISSUED));
            assertTrue(mirror(context).mightContain(ISSUED));
        });
    }

    /** A bean that opens a filter may create it. */
    @Test
    void noCheckMakesABeanThatNobodyHasUsed() {
        AtomicInteger made = new AtomicInteger();
        runner("lettuce")
                .withPropertyValues("polybloom.filters.issued.capacity=1000")
                .withBean(AtomicInteger.class, () -> made)
                .withUserConfiguration(LazyBeans.class)
                .run(context -> {
                    assertFalse(Boot.health(context).containsKey("own"));
                    assertFalse(endpoint(context).filters().filters().containsKey("own"));
                    assertEquals(0, made.get());
                    context.getBean("own");
                    assertEquals("UP", Boot.health(context).get("own"));
                    assertEquals(1, made.get());
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyBeans {

        @Bean
        @Lazy
        BloomFilter<String> own(AtomicInteger made) {
            made.incrementAndGet();
            FilterSpec spec = FilterSpec.named("own").capacity(1000).build();
            return InMemoryBloom.create().open(spec, FilterBeansTest.text());
        }
    }

    private static void issue(ApplicationContext context) {
        filter(context).add(ISSUED);
        assertTrue(filter(context).mightContain(ISSUED));
        assertTrue(mirror(context).mightContain(ISSUED));
        assertEquals("UP", Boot.health(context, "issued"));
    }

    /** Creates the filter as a job does, which is another client. */
    private static void createFilled(ApplicationContext context) {
        BloomFilters filters = context.getBean(BloomFilters.class);
        FilterSpec spec = FilterSpec.named("issued").capacity(1000).build();
        Await.value("Redis answers", Duration.ofSeconds(300), BackendException.class, () -> filters.<Long>open(
                                spec, longs())
                        .add(ISSUED));
    }

    @SuppressWarnings("unchecked") // the funnel of that type
    private static Funnel<Long> longs() {
        return (Funnel<Long>) ElementType.LONG.funnel();
    }

    /** Asks in every way, several times, whether or not the client has found the server again. */
    private static void assertLost(ApplicationContext context, Trouble trouble) {
        long before = keys();
        for (int times = 0; times < 3; times++) {
            Await.until(trouble + " is noticed", Duration.ofSeconds(300), () -> isNoticed(() -> filter(context)
                    .mightContain(ISSUED)));
            assertEquals("DOWN", Boot.health(context, "issued"), trouble::name);
            assertThrows(BloomFilterException.class, () -> mirror(context).refresh(), trouble::name);
            isNoticed(() -> mirror(context).mightContain(ISSUED));
            assertThrows(BloomFilterException.class, () -> endpoint(context).filter("issued"), trouble::name);
            endpoint(context).filters();
        }
        if (before == 0) {
            assertEquals(0, keys(), trouble::name);
        }
    }

    /** A mirror knows what it knew; and a client that finds no server says nothing about the filter. */
    private static boolean isNoticed(BooleanSupplier lookUp) {
        try {
            assertTrue(lookUp.getAsBoolean(), "an issued id is called absent");
            return false;
        } catch (BackendException unreachable) {
            return false;
        } catch (BloomFilterException lost) {
            return true;
        }
    }

    private static BloomEndpoint endpoint(ApplicationContext context) {
        return context.getBean(BloomEndpoint.class);
    }

    @SuppressWarnings("unchecked") // of the type of the property
    private static BloomFilter<Long> filter(ApplicationContext context) {
        return context.getBean("issued", BloomFilter.class);
    }

    @SuppressWarnings("unchecked") // of the type of the property
    private static FilterMirror<Long> mirror(ApplicationContext context) {
        return context.getBean("issuedMirror", FilterMirror.class);
    }

    private static void evict(BiConsumer<RespClient, String> loss) {
        try (RespClient redis = server.client()) {
            loss.accept(redis, "issued");
        }
    }

    private static void call(String command) {
        try (RespClient redis = server.client()) {
            redis.call(command);
        }
    }

    private static long keys() {
        try (RespClient redis = server.client()) {
            return redis.integer("DBSIZE");
        }
    }
}
