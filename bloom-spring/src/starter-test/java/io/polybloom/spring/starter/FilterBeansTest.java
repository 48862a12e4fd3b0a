package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Throwables;
import com.google.common.hash.Funnel;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.listener.FilterListener;
import io.polybloom.spring.autoconfigure.PolybloomAutoConfiguration;
import io.polybloom.spring.client.NoClientException;
import io.polybloom.spring.filter.FilterOpeningException;
import io.polybloom.spring.filter.LazyBloomFilter;
import io.polybloom.spring.properties.ElementType;
import io.polybloom.spring.properties.FilterOptionsCustomizer;
import io.polybloom.spring.properties.FilterSpecCustomizer;
import io.polybloom.spring.properties.InvalidFilterException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The filters of the properties are beans. None of these tests needs Redis. */
class FilterBeansTest {

    private final RecordingFilters redis = new RecordingFilters();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(PolybloomAutoConfiguration.class))
            .withBean(BloomFilters.class, () -> redis);

    record Service(
            @Qualifier("clicks") BloomFilter<String> first,
            BloomFilter<String> users,
            BloomFilter<Long> byType,
            BloomFilter<byte[]> bytes) {}

    @Configuration(proxyBeanMethods = false)
    static class OwnClicks {
        @Bean
        BloomFilter<String> clicks(BloomFilters filters) {
            FilterSpec own = FilterSpec.named("own").capacity(7).build();
            return new LazyBloomFilter<>(
                    own, text(), FilterOptions.defaults(), filters, Optional.empty(), opened -> {});
        }
    }

    @SuppressWarnings("unchecked") // the funnel of that type
    static Funnel<CharSequence> text() {
        return (Funnel<CharSequence>) ElementType.STRING.funnel();
    }

    /** Else a version of Spring Boot on the class path would be tested twice, and another one never. */
    @Test
    void theVersionOfSpringBootIsTheOneThatIsToBeTested() {
        assertEquals(System.getProperty("spring-boot.version"), SpringBootVersion.getVersion());
    }

    @Test
    void filtersAreInjectedByQualifierByNameAndByTheTypeOfTheirElements() {
        runner.withBean(Service.class)
                .withPropertyValues(
                        "polybloom.filters.clicks.capacity=1000",
                        "polybloom.filters.users.capacity=1000",
                        "polybloom.filters.ids.capacity=1000",
                        "polybloom.filters.ids.type=long",
                        "polybloom.filters.raw.capacity=1000",
                        "polybloom.filters.raw.type=bytes")
                .run(context -> {
                    Service service = started(context).getBean(Service.class);
                    assertSame(context.getBean("clicks"), service.first());
                    assertSame(context.getBean("users"), service.users());
                    assertSame(context.getBean("ids"), service.byType());
                    assertSame(context.getBean("raw"), service.bytes());
                });
    }

    record Guard(
            FilterMirror<Long> byType,
            @Qualifier("clicksMirror") FilterMirror<String> clicks) {}

    @Test
    void aMirrorIsABeanOfItsOwn() {
        runner.withBean(Guard.class)
                .withPropertyValues(
                        "polybloom.filters.clicks.capacity=1000",
                        "polybloom.filters.clicks.mirror.interval=10s",
                        "polybloom.filters.ids.capacity=1000",
                        "polybloom.filters.ids.type=long",
                        "polybloom.filters.ids.mirror.interval=10s",
                        "polybloom.filters.ids.mirror.longest-staleness=2m",
                        "polybloom.filters.ids.mirror.bytes-per-second=1MB",
                        "polybloom.filters.ids.mirror.memory-limit=2MB",
                        "polybloom.filters.plain.capacity=1000")
                .run(context -> {
                    Guard guard = started(context).getBean(Guard.class);
                    assertSame(context.getBean("idsMirror"), guard.byType());
                    assertSame(context.getBean("clicksMirror"), guard.clicks());
                    assertFalse(context.containsBean("plainMirror"));
                    assertThrows(BackendException.class, () -> guard.byType().mightContain(1L));
                });
    }

    @ParameterizedTest
    @CsvSource({
        "mirror.interval, mirror.longest-staleness=1m",
        "mirror.interval, mirror.interval=0",
        "mirror.longest-staleness, mirror.interval=1s mirror.longest-staleness=2d",
        "mirror.longest-staleness, mirror.interval=10s mirror.longest-staleness=1s",
        "mirror.longest-staleness, mirror.interval=10s mirror.longest-staleness=10s",
        "mirror.longest-staleness, mirror.interval=5m",
        "mirror.bytes-per-second, mirror.interval=1s mirror.bytes-per-second=0B",
        "mirror.interval, mirror.interval=1s window.span=1h"
    })
    void aMirrorThatCannotBeFailsTheStart(String wrong, String properties) {
        String prefix = "polybloom.filters.clicks.";
        ApplicationContextRunner wrongly = runner.withPropertyValues(prefix + "capacity=1000");
        for (String property : properties.split(" ")) {
            wrongly = wrongly.withPropertyValues(prefix + property);
        }
        wrongly.run(context -> {
            InvalidFilterException failure = failure(context.getStartupFailure(), InvalidFilterException.class);
            assertEquals(prefix + wrong, failure.property());
        });
    }

    @Test
    void aFilterIsOpenedByItsFirstCallAndAgainByTheNextOneIfThatFails() {
        runner.withPropertyValues("polybloom.filters.clicks.capacity=1000", "polybloom.filters.clicks.name=app:clicks")
                .run(context -> {
                    BloomFilter<String> clicks = filter(started(context), "clicks");
                    assertEquals(List.of(), redis.asked);
                    assertThrows(BackendException.class, () -> clicks.add("a"));
                    assertThrows(BackendException.class, () -> clicks.mightContain("a"));
                    assertEquals(
                            List.of("app:clicks", "app:clicks"),
                            redis.asked.stream().map(FilterSpec::name).toList());
                });
    }

    @Test
    void aFilterThatIsToBeOpenAtTheStartIsOpenedThere() {
        runner.withPropertyValues("polybloom.filters.clicks.capacity=1000", "polybloom.filters.clicks.open=at-start")
                .run(context -> {
                    FilterOpeningException failure = failure(context.getStartupFailure(), FilterOpeningException.class);
                    assertEquals("clicks", failure.bean());
                    assertInstanceOf(BackendException.class, failure.getCause());
                    assertEquals(1, redis.asked.size());
                });
    }

    @Test
    void aBeanOfTheApplicationWins() {
        runner.withUserConfiguration(OwnClicks.class)
                .withPropertyValues("polybloom.filters.clicks.capacity=1000", "polybloom.filters.users.capacity=1000")
                .run(context -> {
                    assertThrows(
                            BackendException.class,
                            () -> filter(started(context), "clicks").add("a"));
                    assertEquals("own", redis.asked.get(0).name());
                    assertNotNull(context.getBean("users"));
                });
    }

    @Test
    void aFilterThatNoPropertyDescribesIsLeftAlone() {
        runner.withUserConfiguration(OwnClicks.class)
                .withPropertyValues("polybloom.filters.users.capacity=1000")
                .run(context -> {
                    assertNotNull(started(context).getBean("clicks"));
                    assertEquals(List.of(), redis.asked);
                });
    }

    @Test
    void everyPropertyReachesTheFilter() {
        runner.withPropertyValues(
                        "polybloom.filters.clicks.capacity=1000000",
                        "polybloom.filters.clicks.false-positive-rate=1e-6",
                        "polybloom.filters.clicks.window.span=24h",
                        "polybloom.filters.clicks.window.slices=6",
                        "polybloom.filters.clicks.layout=blocked-v1",
                        "polybloom.filters.clicks.keyed=true",
                        "polybloom.filters.clicks.near-cache.memory=2MB",
                        "polybloom.filters.clicks.near-cache.checked-every=5s",
                        "polybloom.filters.clicks.load-memory=3MB",
                        "polybloom.filters.clicks.config-checked-every=9s")
                .run(context -> {
                    LazyBloomFilter<?> clicks = assertInstanceOf(
                            LazyBloomFilter.class, started(context).getBean("clicks"));
                    FilterSpec spec = clicks.spec();
                    assertEquals(1_000_000, spec.capacity());
                    assertEquals(1e-6, spec.falsePositiveRate());
                    assertEquals(
                            Duration.ofHours(24), spec.window().orElseThrow().span());
                    assertEquals(6, spec.window().orElseThrow().slices());
                    assertEquals("blocked-v1", spec.layout());
                    assertTrue(spec.isKeyed());
                    FilterOptions options = clicks.options();
                    assertEquals(2 << 20, options.nearCache().orElseThrow().memoryBytes());
                    assertEquals(
                            Duration.ofSeconds(5),
                            options.nearCache().orElseThrow().checkedEvery());
                    assertEquals(3 << 20, options.loadMemory());
                    assertEquals(Duration.ofSeconds(9), options.configCheckedEvery());
                });
    }

    @Test
    void aCustomizerAddsToEachFilterWhatPropertiesCannotSay() {
        FilterSpecCustomizer customizer = (bean, spec) -> spec.elementFormat("format-of-" + bean);
        FilterListener listener = report -> {};
        FilterOptionsCustomizer optionsCustomizer = (bean, options) -> options.listener(listener);
        runner.withBean(FilterSpecCustomizer.class, () -> customizer)
                .withBean(FilterOptionsCustomizer.class, () -> optionsCustomizer)
                .withPropertyValues("polybloom.filters.clicks.capacity=1000")
                .run(context -> {
                    LazyBloomFilter<?> clicks = assertInstanceOf(
                            LazyBloomFilter.class, started(context).getBean("clicks"));
                    assertEquals(
                            "format-of-clicks", clicks.spec().elementFormat().orElseThrow());
                    assertEquals(Optional.of(listener), clicks.options().listener());
                });
    }

    @Test
    void aWrongPropertyFailsTheStartAndIsNamed() {
        runner.withPropertyValues("polybloom.filters.clicks.capacity=0").run(context -> {
            InvalidFilterException failure = failure(context.getStartupFailure(), InvalidFilterException.class);
            assertEquals("polybloom.filters.clicks.capacity", failure.property());
        });
    }

    @Test
    void aClientIsNeededByFiltersOnly() {
        ApplicationContextRunner alone = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(PolybloomAutoConfiguration.class));
        alone.run(context -> assertNotNull(started(context).getBean(BloomFilters.class)));
        alone.withPropertyValues("polybloom.filters.clicks.capacity=1000").run(context -> {
            assertNotNull(failure(context.getStartupFailure(), NoClientException.class));
            assertFalse(Throwables.getStackTraceAsString(context.getStartupFailure())
                    .contains("NoClassDefFoundError"));
        });
    }

    private static ApplicationContext started(AssertableApplicationContext context) {
        assertEquals(null, context.getStartupFailure());
        return context;
    }

    @SuppressWarnings("unchecked") // of the type of the property
    private static BloomFilter<String> filter(ApplicationContext context, String name) {
        return context.getBean(name, BloomFilter.class);
    }

    private static <E extends Throwable> E failure(@Nullable Throwable failure, Class<E> type) {
        assertNotNull(failure, "the application starts");
        return Throwables.getCausalChain(failure).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError(failure));
    }
}
