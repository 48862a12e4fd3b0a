package io.polybloom.spring.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.Acknowledgement;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.layout.Layouts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Every property reaches the specification, and a wrong one is named. */
class FilterSpecsTest {

    private static FilterSpec spec(String... properties) {
        return made(properties).spec();
    }

    private static FilterOptions options(String... properties) {
        return made(properties).options();
    }

    private static FilterSpecs made(String... properties) {
        Map<String, Object> source = new HashMap<>();
        for (String property : properties) {
            String[] parts = property.split("=", 2);
            source.put("polybloom.filters.clicks." + parts[0], parts[1]);
        }
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test properties", source));
        PolybloomProperties bound = PropertyBinding.bind(environment);
        return FilterSpecs.of("clicks", bound.filters().get("clicks"), List.of(), List.of());
    }

    @Test
    void theNameIsThatOfTheBeanUnlessItIsGiven() {
        assertEquals("clicks", spec("capacity=1").name());
        assertEquals("app:clicks", spec("capacity=1", "name=app:clicks").name());
    }

    @Test
    void aFilterThatMustExistHasTheStoredParameters() {
        assertTrue(spec("existing=true").isExisting());
    }

    @Test
    void aPlainFilterIsSizedByCapacityAndRate() {
        FilterSpec spec =
                spec("capacity=1000", "false-positive-rate=1e-6", "over-capacity=grow", "partitions=3", "keyed=true");
        assertEquals(1000, spec.capacity());
        assertEquals(1e-6, spec.falsePositiveRate());
        assertEquals(OverCapacity.GROW, spec.overCapacity());
        assertEquals(3, spec.geometry(1).partitions());
        assertTrue(spec.isKeyed());
    }

    @Test
    void bitsAndHashesTakeThePlaceOfCapacityAndRate() {
        FilterSpec spec = spec("bits=100000", "hashes=7", "layout=blocked-v1", "max-partition-bits=20000");
        assertEquals(7, spec.geometry(1).hashes());
        assertEquals("blocked-v1", spec.layout());
        assertTrue(spec.geometry(1).partitions() >= 5);
    }

    @Test
    void theWindowHasFourSlicesUnlessTheyAreGiven() {
        assertEquals(
                4,
                spec("capacity=1000", "window.span=24h").window().orElseThrow().slices());
        assertEquals(
                6,
                spec("capacity=1000", "window.span=24h", "window.slices=6")
                        .window()
                        .orElseThrow()
                        .slices());
    }

    @Test
    void optionsOfThisApplicationAreTakenOver() {
        FilterOptions options = options(
                "capacity=1000",
                "near-cache.memory=2MB",
                "near-cache.checked-every=5s",
                "load-memory=3MB",
                "config-checked-every=9s",
                "replicas.acknowledge=2",
                "replicas.acknowledge-timeout=300ms");
        assertEquals(2 << 20, options.nearCache().orElseThrow().memoryBytes());
        assertEquals(Duration.ofSeconds(5), options.nearCache().orElseThrow().checkedEvery());
        assertEquals(3 << 20, options.loadMemory());
        assertEquals(Duration.ofSeconds(9), options.configCheckedEvery());
        assertEquals(2, options.acknowledgement().orElseThrow().replicas());
        assertEquals(
                Duration.ofMillis(300), options.acknowledgement().orElseThrow().timeout());
        assertTrue(options("capacity=1000", "replicas.read=true").readsFromReplicas());
    }

    @Test
    void writesMayHaveToBeOnDisk() {
        Acknowledgement usual = options("capacity=1000", "replicas.acknowledge=1")
                .acknowledgement()
                .orElseThrow();
        assertEquals(new Acknowledgement(1, Duration.ofSeconds(1), false), usual);
        Acknowledgement persisted = options("capacity=1000", "replicas.acknowledge=1", "replicas.persisted=true")
                .acknowledgement()
                .orElseThrow();
        assertEquals(new Acknowledgement(1, Duration.ofMillis(1500), true), persisted);
        assertEquals(
                "polybloom.filters.clicks.replicas.acknowledge", refusal("capacity=1000", "replicas.persisted=true"));
    }

    @ParameterizedTest
    @CsvSource({
        "capacity, 0",
        "false-positive-rate, 1.5",
        "bits, 0",
        "hashes, 0",
        "layout, unknown",
        "partitions, 0",
        "max-partition-bits, 511",
        "load-memory, 0B",
        "config-checked-every, 2d",
        "expire-after, 0s",
        "window.span, 24",
        "expire-after, 24",
        "config-checked-every, 9000",
        "near-cache.memory, 4095B",
        "replicas.acknowledge, 0"
    })
    void aWrongValueIsNamedByItsProperty(String property, String value) {
        InvalidFilterException refused = assertThrows(InvalidFilterException.class, () -> spec(property + "=" + value));
        assertEquals("polybloom.filters.clicks." + property, refused.property());
    }

    @Test
    void whatIsIncompleteIsNamedByTheMissingProperty() {
        assertEquals("polybloom.filters.clicks.window.span", refusal("capacity=1", "window.slices=3"));
        assertEquals(
                "polybloom.filters.clicks.near-cache.memory", refusal("capacity=1", "near-cache.checked-every=1s"));
        assertEquals(
                "polybloom.filters.clicks.near-cache.checked-every",
                refusal("capacity=1", "near-cache.memory=4KB", "near-cache.checked-every=2d"));
        assertEquals("polybloom.filters.clicks", refusal("keyed=true"));
        assertEquals("polybloom.filters.clicks", refusal("existing=true", "expire-after=1h"));
        assertEquals("polybloom.filters.clicks", refusal("capacity=1", "window.span=1h", "over-capacity=reject"));
        assertEquals(
                "polybloom.filters.clicks",
                refusal("capacity=1", "layout=" + Layouts.COUNTING, "near-cache.memory=4KB"));
    }

    private static String refusal(String... properties) {
        return assertThrows(InvalidFilterException.class, () -> spec(properties))
                .property();
    }
}
