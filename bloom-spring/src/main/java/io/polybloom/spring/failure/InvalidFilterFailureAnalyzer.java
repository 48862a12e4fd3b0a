package io.polybloom.spring.failure;

import io.polybloom.spring.properties.InvalidFilterException;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Explains properties that describe no filter: which one is wrong, where it was set, and what helps. */
final class InvalidFilterFailureAnalyzer extends AbstractFailureAnalyzer<InvalidFilterException> {

    /** What helps besides a value in the range, which the message of the exception names. */
    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry("capacity", "Set it to the number of distinct elements that you expect."),
            Map.entry("false-positive-rate", "Set it to a value such as 0.01 or 1e-9."),
            Map.entry("bits", "Also set hashes; or set capacity instead of both."),
            Map.entry("hashes", "Also set bits; or set capacity instead of both."),
            Map.entry("layout", "For the layouts of other systems, add io.polybloom:bloom-layouts."),
            Map.entry(
                    "window",
                    "The span in milliseconds must be divisible by the number of slices: 24h by 4, 6 or 12, not by 7."),
            Map.entry(
                    "window.span", "Set it to the time for which elements are remembered, with its unit, such as 24h."),
            Map.entry(
                    "mirror.interval",
                    "A mirror needs it, the time between two refreshes, such as 10s. For no mirror, remove all"
                            + " properties of the mirror."),
            Map.entry(
                    "mirror.longest-staleness",
                    "It must be longer than the time between two refreshes, mirror.interval: three times as long"
                            + " lets one refresh fail."),
            Map.entry("client-bean", "Name a bean that is a Redis client, or leave it out."),
            Map.entry("near-cache.memory", "1.5 times the size of the filter holds all of it."),
            Map.entry("replicas.acknowledge-timeout", "Set it with its unit, such as 500ms."),
            Map.entry("health-timeout", "Set it with its unit, such as 5s."),
            Map.entry(
                    "metadata-store.filter",
                    "Name the bean of a filter whose elements are strings, and add"
                            + " io.polybloom:bloom-spring-integration; or leave it out."),
            Map.entry("sample-every", "Set it to at least 1ms, with its unit, such as 1m, or to 0 for no samples."),
            Map.entry("expire-after", "Leave it out for a filter that never expires."));

    private final Environment environment;

    InvalidFilterFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable root, InvalidFilterException cause) {
        return new FailureAnalysis(
                "The properties of Bloom filters are not valid. " + cause.getMessage() + origin(cause.property()),
                remedy(cause),
                cause);
    }

    private String remedy(InvalidFilterException cause) {
        String property = cause.property();
        boolean isSet = find(property).isPresent();
        for (Map.Entry<String, String> remedy : REMEDIES.entrySet()) {
            if (property.endsWith("." + remedy.getKey())) {
                return (isSet ? "Change " : "Set ") + property + ". " + remedy.getValue();
            }
        }
        return cause.isOfSeveral()
                ? "Change the properties below " + property
                        + " so that they fit together. A capacity is required unless existing is true."
                : (isSet ? "Change or remove " : "Set ") + property + ". docs/spring-boot.md lists the properties.";
    }

    private String origin(String property) {
        return find(property)
                .map(found -> " (the value is '" + found.getValue() + "', from " + found.getOrigin() + ")")
                .orElse("");
    }

    private Optional<ConfigurationProperty> find(String property) {
        if (!ConfigurationPropertyName.isValid(property)) {
            return Optional.empty();
        }
        ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty found = source.getConfigurationProperty(name);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
