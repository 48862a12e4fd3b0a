package io.polybloom.spring.properties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What Spring would ignore, or take for something else, is refused by name. */
class PropertyBindingTest {

    private static PolybloomProperties bind(
            BiFunction<String, Map<String, Object>, PropertySource<?>> kind, String... settings) {
        Map<String, Object> values = new HashMap<>();
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            values.put(parts[0], parts[1]);
        }
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(kind.apply("given", values));
        return PropertyBinding.bind(environment);
    }

    private static PolybloomProperties properties(String... settings) {
        return bind(MapPropertySource::new, settings);
    }

    private static PolybloomProperties variables(String... settings) {
        return bind((name, values) -> new SystemEnvironmentPropertySource("systemEnvironment", values), settings);
    }

    @ParameterizedTest
    @CsvSource({
        "polybloom.health-timeout, 5000",
        "polybloom.healthTimeout, 5000",
        "polybloom.sample-every, 60",
        "polybloom.filters.clicks.replicas.acknowledge-timeout, 300",
        "polybloom.filters.clicks.near-cache.checked-every, 1000"
    })
    void aDurationNeedsAUnit(String property, String value) {
        String message = assertThrows(InvalidFilterException.class, () -> properties(property + "=" + value))
                .getMessage();
        assertTrue(message.startsWith(property.replace("T", "-t") + ": it has no unit"), message);
    }

    @Test
    void aDurationBehindAPlaceholderNeedsAUnitToo() {
        assertThrows(InvalidFilterException.class, () -> properties("polybloom.health-timeout=${given:5000}"));
        assertEquals(
                Duration.ofSeconds(5),
                properties("polybloom.health-timeout=${given:5s}").healthTimeout());
    }

    @Test
    void zeroNeedsNoUnitWhereItMeansSomething() {
        assertEquals(Duration.ZERO, properties("polybloom.sample-every=0").sampleEvery());
        assertEquals("polybloom.health-timeout: it is less than 1ms", refusal("polybloom.health-timeout=0"));
        assertEquals("polybloom.sample-every: it is less than zero", refusal("polybloom.sample-every=-1s"));
        assertEquals(
                "polybloom.sample-every: it is less than 1ms, and not zero", refusal("polybloom.sample-every=500us"));
    }

    @ParameterizedTest
    @CsvSource({
        "polybloom.filters.clicks.capcity, capacity",
        "polybloom.filters.clicks.windo.spam, window.span",
        "polybloom.filters.my-clicks.fale-positive-rate, false-positive-rate",
        "'polybloom.filters[my.clicks].layuot', layout",
        "polybloom.helth-timeout, health-timeout"
    })
    void anUnknownPropertyIsShownWithTheNearestKnownOne(String property, String nearest) {
        assertEquals(property + ": unknown property; the nearest known: " + nearest, refusal(property + "=9"));
    }

    @Test
    void aPropertyThatResemblesNoneIsUnknown() {
        assertEquals(
                "polybloom.filters.clicks.something: unknown property",
                refusal("polybloom.filters.clicks.something=9"));
    }

    @Test
    void anEmptyValueIsNotCalledUnknown() {
        assertEquals("polybloom.filters.clicks.capacity: it is empty", refusal("polybloom.filters.clicks.capacity="));
        assertEquals(
                "polybloom.filters.clicks.window.span: it is empty",
                refusal("polybloom.filters.clicks.window.span=", "polybloom.filters.clicks.capacity=9"));
    }

    private static String refusal(String... settings) {
        return assertThrows(InvalidFilterException.class, () -> properties(settings))
                .getMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "POLYBLOOM_FILTERS_ISSUED_CAPCITY, capacity",
        "POLYBLOOM_FILTERS_MY_FILTER_FALSE_POSITVE_RATE, false-positive-rate",
        "POLYBLOOM_FILTERS_ISSUED_WINDOW_SPAM, window.span",
        "POLYBLOOM_HEALT_TIMEOUT, health-timeout"
    })
    void aMisspeltEnvironmentVariableIsRefused(String name, String nearest) {
        InvalidFilterException refused = assertThrows(InvalidFilterException.class, () -> variables(name + "=5"));
        assertEquals(name, refused.property());
        assertEquals(name + ": unknown property; the nearest known: " + nearest, refused.getMessage());
    }

    @Test
    void anEnvironmentVariableMayHaveAnUnderscoreForADotOrADash() {
        FilterProperties issued = variables(
                        "POLYBLOOM_FILTERS_ISSUED_FALSE_POSITIVE_RATE=0.5",
                        "POLYBLOOM_FILTERS_ISSUED_CAPACITY=5",
                        "POLYBLOOM_FILTERS_ISSUED_NEARCACHE_MEMORY=1MB",
                        "POLYBLOOM_CLIENT_BEAN=own")
                .filters()
                .get("issued");
        assertEquals(0.5, issued.falsePositiveRate());
        assertEquals(5, issued.capacity());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POLYBLOOM_SERVICE_HOST",
                "POLYBLOOM_SERVICE_PORT",
                "POLYBLOOM_SERVICE_PORT_HTTP",
                "POLYBLOOM_PORT",
                "POLYBLOOM_PORT_8080_TCP",
                "POLYBLOOM_PORT_8080_TCP_ADDR",
                "POLYBLOOMX"
            })
    void variablesThatKubernetesMakesForAServiceOfThisNameAreNoMistake(String name) {
        assertTrue(variables(name + "=5").filters().isEmpty());
    }

    @Test
    void anEnvironmentVariableNeedsAUnitToo() {
        assertThrows(InvalidFilterException.class, () -> variables("POLYBLOOM_HEALTH_TIMEOUT=5000"));
    }
}
