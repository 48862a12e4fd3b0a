package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.LostDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.autoconfigure.PolybloomAutoConfiguration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;

/** An application that does not start says which property is wrong, and how to fix it. */
class FailureAnalysisTest {

    private static final String CLICKS = "polybloom.filters.clicks";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(PolybloomAutoConfiguration.class));

    @ParameterizedTest
    @CsvSource({
        "capacity=0, at least 1, 'Change PROPERTY. Set it '",
        "false-positive-rate=1.5, between 0 and 1, 'Change PROPERTY. Set it '",
        "bits=0, at least 1, Change PROPERTY. Also set hashes",
        "hashes=0, at least 1, Change PROPERTY. Also set bits",
        "layout=unknown, choose one of, Change PROPERTY. For the layouts of other systems",
        "partitions=0, from 1 to 16777216, Change or remove PROPERTY.",
        "max-partition-bits=511, at least 512, Change or remove PROPERTY.",
        "load-memory=0B, at least 1 byte, Change or remove PROPERTY.",
        "config-checked-every=2d, from 1 ms to 1 day, Change or remove PROPERTY.",
        "expire-after=0s, less than a second, Change PROPERTY. Leave it out",
        "expire-after=24, no unit, Change PROPERTY. Leave it out",
        "window.span=24, no unit, 'Change PROPERTY. Set it '",
        "near-cache.memory=4095B, at least 4096 bytes, Change PROPERTY. 1.5 times the size of the filter",
        "replicas.acknowledge=0, at least 1, Change or remove PROPERTY."
    })
    void aWrongValueIsShownWithItsPropertyItsOriginTheRangeAndARemedy(String setting, String range, String remedy) {
        String property = CLICKS + "." + setting.substring(0, setting.indexOf('='));
        String value = setting.substring(setting.indexOf('=') + 1);
        FailureAnalysis analysis = analyze(InMemoryBloom.create(), CLICKS + "." + setting);
        assertContains(analysis.getDescription(), property + ": ");
        assertContains(analysis.getDescription(), range);
        assertContains(analysis.getDescription(), "'" + value + "', from ");
        assertContains(analysis.getDescription(), "test properties");
        assertContains(analysis.getAction(), remedy.replace("PROPERTY", property));
    }

    @Test
    void valuesThatDoNotFitTogetherAreShownByTheirFilter() {
        FailureAnalysis analysis = analyze(InMemoryBloom.create(), CLICKS + ".keyed=true");
        assertContains(analysis.getDescription(), "give a capacity");
        assertContains(analysis.getAction(), "Change the properties below " + CLICKS + " so that");
    }

    @ParameterizedTest
    @ValueSource(strings = {"health-timeout=5000", "sample-every=60"})
    void aDurationOfAllFiltersNeedsAUnit(String setting) {
        FailureAnalysis analysis = analyze(InMemoryBloom.create(), "polybloom." + setting, CLICKS + ".capacity=1000");
        assertContains(analysis.getDescription(), "it has no unit, so Spring would take it for milliseconds");
        assertContains(analysis.getAction(), "with its unit, such as ");
    }

    @Test
    void aSpanThatItsSlicesDoNotDivideIsExplainedByThatRule() {
        FailureAnalysis analysis = analyze(
                InMemoryBloom.create(),
                CLICKS + ".capacity=1000",
                CLICKS + ".window.span=24h",
                CLICKS + ".window.slices=7");
        assertContains(analysis.getDescription(), CLICKS + ".window: ");
        assertContains(analysis.getAction(), "must be divisible by the number of slices: 24h by 4, 6 or 12, not by 7");
    }

    /** Nobody can change or remove what nobody has set. */
    @ParameterizedTest
    @CsvSource({
        "mirror.longest-staleness=1m, mirror.interval, A mirror needs it",
        "near-cache.checked-every=5s, near-cache.memory, 1.5 times the size",
        "replicas.persisted=true, replicas.acknowledge, docs/spring-boot.md lists"
    })
    void aPropertyThatIsMissingIsToBeSet(String setting, String missing, String remedy) {
        FailureAnalysis analysis =
                analyze(InMemoryBloom.create(), CLICKS + ".capacity=1000", CLICKS + "." + setting);
        assertContains(analysis.getDescription(), CLICKS + "." + missing + ": ");
        assertContains(analysis.getAction(), "Set " + CLICKS + "." + missing + ". " + remedy);
    }

    @Test
    void aMirrorThatWouldBeTooOldBeforeItsNextRefreshIsExplained() {
        FailureAnalysis analysis = analyze(
                InMemoryBloom.create(),
                CLICKS + ".capacity=1000",
                CLICKS + ".mirror.interval=10s",
                CLICKS + ".mirror.longest-staleness=1s");
        assertContains(analysis.getDescription(), "before its next refresh (the value is '1s'");
        assertContains(analysis.getAction(), "Change " + CLICKS + ".mirror.longest-staleness. It must be longer");
    }

    @Test
    void aMirrorThatIsTooLargeIsExplainedByItsProperty() {
        FailureAnalysis analysis = analyze(
                InMemoryBloom.create(),
                CLICKS + ".capacity=1000000",
                CLICKS + ".open=at-start",
                CLICKS + ".mirror.interval=10s",
                CLICKS + ".mirror.memory-limit=1KB");
        assertContains(analysis.getDescription(), "the mirror of the filter 'clicks' could not be opened: ");
        assertContains(analysis.getAction(), "Raise " + CLICKS + ".mirror.memory-limit");
    }

    @Test
    void aClientBeanThatIsNotThereIsNamedWithItsProperty() {
        FailureAnalysis analysis = analyze(null, CLICKS + ".capacity=1000", "polybloom.client-bean=nope");
        assertContains(analysis.getDescription(), "polybloom.client-bean: there is no bean 'nope'");
        assertContains(analysis.getDescription(), "(the value is 'nope', from ");
        assertContains(analysis.getAction(), "Change polybloom.client-bean. Name a bean that is a Redis client");
    }

    @Test
    void anApplicationThatDescribesNoFilterIsToldWhatOneNeeds() {
        record Service(BloomFilter<Long> ids) {}

        FailureAnalysis analysis = analyze(InMemoryBloom.create(), runner.withBean(Service.class));
        assertContains(analysis.getDescription(), "The properties describe no filter");
        assertContains(analysis.getAction(), "set polybloom.filters.NAME.capacity to the number");
        assertContains(analysis.getAction(), "polybloom.filters.NAME.type to the type of the elements, here long");
    }

    @Test
    void aPropertyThatIsMisspeltIsNamed() {
        FailureAnalysis analysis = analyze(InMemoryBloom.create(), CLICKS + ".capcity=1000", CLICKS + ".bits=9");
        assertContains(analysis.getDescription(), CLICKS + ".capcity: unknown property; the nearest known: capacity");
        assertContains(analysis.getDescription(), "'1000', from ");
        assertContains(analysis.getAction(), "Change or remove " + CLICKS + ".capcity.");
    }

    @Test
    void aFilterForOtherElementsIsExplainedByThoseThatThereAre() {
        record Service(BloomFilter<Long> ids) {}

        FailureAnalysis analysis = analyze(
                InMemoryBloom.create(),
                runner.withBean(Service.class),
                CLICKS + ".capacity=1000",
                CLICKS.replace("clicks", "raw") + ".type=bytes",
                CLICKS.replace("clicks", "raw") + ".capacity=1000");
        assertContains(analysis.getDescription(), "needs a BloomFilter<Long>, and there is none");
        assertContains(
                analysis.getDescription(),
                "clicks, a BloomFilter<String> (type=string); raw, a BloomFilter<byte[]> (type=bytes)");
        assertContains(analysis.getAction(), "polybloom.filters.NAME.type to the type of the elements, here long");
    }

    @Test
    void aFilterWhoseNameAnotherBeanHasIsExplainedByThatBean() {
        record Service(BloomFilter<String> seen) {}

        record Clicks() {}

        FailureAnalysis analysis = analyze(
                InMemoryBloom.create(),
                runner.withBean("service", Service.class).withBean("clicks", Clicks.class),
                CLICKS + ".capacity=1000");
        assertContains(
                analysis.getDescription(),
                "The name clicks belongs to a bean of another type, " + Clicks.class.getName()
                        + ", so this filter is no bean.");
        assertContains(analysis.getAction(), "another name");
    }

    @Test
    void aClientThatIsMissingCanBeAdded() {
        FailureAnalysis analysis = analyze(null, CLICKS + ".capacity=1000");
        assertContains(
                analysis.getDescription(),
                "no LettuceConnectionFactory, JedisConnectionFactory, RedissonClient or Glide");
        assertContains(analysis.getAction(), "Add spring-boot-starter-data-redis");
    }

    @Test
    void aFilterThatCannotBeOpenedAtTheStartHasARemedyOfItsOwn() {
        assertContains(
                opening(new SpecMismatchException("clicks", List.of(), "another capacity")), CLICKS + ".existing=true");
        assertContains(opening(new FilterGoneException("clicks", "gone")), "leave out " + CLICKS + ".existing");
        assertContains(opening(new LostDataException("clicks", "lost")), "bloom delete");
        assertContains(
                opening(new BackendException(BackendException.Reason.UNREACHABLE, false, "no Redis", null)),
                "Check that Redis is running");
        assertContains(
                opening(new BackendException(BackendException.Reason.AUTHENTICATION, false, "WRONGPASS", null)),
                "spring.data.redis.password");
        assertEquals(
                "With " + CLICKS + ".open=lazily, the application starts anyway, but each call fails until this is"
                        + " mended.",
                opening(new UnsupportedFilterException("a later format")));
    }

    private String opening(BloomFilterException failure) {
        BloomFilters failing = new BloomFilters() {
            @Override
            public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                throw failure;
            }

            @Override
            public <T> RemovableBloomFilter<T> openRemovable(
                    FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                throw failure;
            }

            @Override
            public <T> DistinctCounter<T> counter(String name, Funnel<? super T> funnel) {
                throw failure;
            }

            @Override
            public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
                throw failure;
            }

            @Override
            public <R> R run(FilterTask<R> task) {
                throw failure;
            }
        };
        FailureAnalysis analysis = analyze(failing, CLICKS + ".capacity=1000", CLICKS + ".open=at-start");
        assertContains(analysis.getDescription(), "'clicks' could not be opened: " + failure.getMessage());
        return Objects.requireNonNull(analysis.getAction());
    }

    /** Starts an application in vain, and has the failure analyzed as Spring Boot does. */
    private FailureAnalysis analyze(@Nullable BloomFilters filters, String... properties) {
        return analyze(filters, runner, properties);
    }

    private static FailureAnalysis analyze(
            @Nullable BloomFilters filters, ApplicationContextRunner alone, String... properties) {
        ApplicationContextRunner application =
                filters == null ? alone : alone.withBean(BloomFilters.class, () -> filters);
        FailureAnalysis[] analysis = new FailureAnalysis[1];
        AtomicReference<BeanFactory> beans = new AtomicReference<>();
        application = application.withInitializer(context -> beans.set(context.getBeanFactory()));
        application.withPropertyValues(properties).run(context -> {
            Throwable failure = Objects.requireNonNull(context.getStartupFailure(), "the application starts");
            for (FailureAnalyzer analyzer : SpringFactoriesLoader.forDefaultResourceLocation()
                    .load(FailureAnalyzer.class, arguments(beans.get(), properties), FailureAnalysisTest::requireOwn)) {
                if (analysis[0] == null) {
                    analysis[0] = analyzer.analyze(failure);
                }
            }
        });
        assertNotNull(analysis[0], "nobody explains the failure");
        return analysis[0];
    }

    /** Some analyzers of Spring Boot need classes that are not here; it passes over them as well. */
    private static void requireOwn(Class<?> type, String analyzer, Throwable failure) {
        if (analyzer.startsWith("io.polybloom.")) {
            throw new AssertionError(analyzer, failure);
        }
    }

    private static ArgumentResolver arguments(BeanFactory beans, String... properties) {
        Map<String, Object> values = new HashMap<>();
        for (String property : properties) {
            int end = property.indexOf('=');
            values.put(property.substring(0, end), property.substring(end + 1));
        }
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test properties", values));
        return ArgumentResolver.of(Environment.class, environment)
                .and(BeanFactory.class, beans);
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), text);
    }
}
