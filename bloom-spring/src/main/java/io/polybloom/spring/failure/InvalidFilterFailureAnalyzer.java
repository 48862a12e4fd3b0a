package io.polybloom.spring.failure;

import io.polybloom.spring.properties.InvalidFilterException;
import java.util.Map;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Explains properties that describe no filter: which one is wrong, where it was set, and the permitted values. */
final class InvalidFilterFailureAnalyzer extends AbstractFailureAnalyzer<InvalidFilterException> {

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry("capacity", "Set it to the number of distinct elements that you expect, at least 1."),
            Map.entry("false-positive-rate", "Set it to a value between 0 and 1, both excluded, such as 0.01 or 1e-9."),
            Map.entry("bits", "Set it to at least 1, and also set hashes; or set capacity instead of both."),
            Map.entry("hashes", "Set it to a value from 1 to 64, and also set bits; or set capacity instead of both."),
            Map.entry(
                    "layout",
                    "Set it to classic-v1, blocked-v1 or words-v1; for others add io.polybloom:bloom-layouts."),
            Map.entry("partitions", "Set it to at least 1, or leave it out."),
            Map.entry("max-partition-bits", "Set it to at least 512, or leave it out."),
            Map.entry(
                    "window",
                    "Set window.slices from 1 to 63, and window.span to at least 100ms for each of them. The span in"
                            + " milliseconds must be divisible by the number of slices: 24h by 4, 6 or 12, not by 7."),
            Map.entry(
                    "window.span", "Set it to the time for which elements are remembered, with its unit, such as 24h."),
            Map.entry("near-cache.memory", "Set it to at least 4KB; 1.5 times the size of the filter holds all of it."),
            Map.entry("near-cache.checked-every", "Set it to a value from 0s to 1d, or leave it out."),
            Map.entry("replicas.acknowledge", "Set it to at least 1, and acknowledge-timeout to at least 1ms."),
            Map.entry("replicas.acknowledge-timeout", "Set it to at least 1ms, with its unit, such as 500ms."),
            Map.entry("health-timeout", "Set it to at least 1ms, with its unit, such as 5s."),
            Map.entry(
                    "metadata-store.filter",
                    "Name the bean of a filter whose elements are strings, and add"
                            + " io.polybloom:bloom-spring-integration; or leave it out."),
            Map.entry("sample-every", "Set it to an interval with its unit, such as 1m, or to 0 for no samples."),
            Map.entry("load-memory", "Set it to at least 1B, or leave it out."),
            Map.entry("config-checked-every", "Set it to a value from 1ms to 1d, or leave it out."),
            Map.entry("expire-after", "Set it to at least 1s, or leave it out for a filter that never expires."));

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

    private static String remedy(InvalidFilterException cause) {
        String property = cause.property();
        for (Map.Entry<String, String> remedy : REMEDIES.entrySet()) {
            if (property.endsWith("." + remedy.getKey())) {
                return "Change " + property + ". " + remedy.getValue();
            }
        }
        return cause.isOfSeveral()
                ? "Change the properties below " + property
                        + " so that they fit together. A capacity is required unless existing is true."
                : "Change or remove " + property + ". docs/spring-boot.md lists the properties.";
    }

    private String origin(String property) {
        if (ConfigurationPropertyName.isValid(property)) {
            ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                ConfigurationProperty found = source.getConfigurationProperty(name);
                if (found != null) {
                    return " (the value is '" + found.getValue() + "', from " + found.getOrigin() + ")";
                }
            }
        }
        return "";
    }
}
