package io.polybloom.spring.properties;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Binds the properties, and refuses those that Spring would ignore, or would take for something else. */
public final class PropertyBinding {

    private static final String PREFIX = "polybloom";
    private static final ConfigurationPropertyName FILTERS = ConfigurationPropertyName.of(PolybloomProperties.FILTERS);
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");

    private PropertyBinding() {}

    /**
     * Returns the properties below {@code polybloom}.
     *
     * @throws InvalidFilterException if a property is unknown or empty, if a duration other than 0 has no unit, or if a
     *     value is out of its range; the exception names the property
     */
    public static PolybloomProperties bind(Environment environment) {
        if (environment instanceof ConfigurableEnvironment own) {
            own.getPropertySources().stream()
                    .filter(SystemEnvironmentPropertySource.class::isInstance)
                    .map(SystemEnvironmentPropertySource.class::cast)
                    .forEach(variables -> EnvironmentVariables.requireKnown(variables.getPropertyNames()));
        }
        try {
            return Binder.get(environment)
                    .bindOrCreate(
                            PREFIX,
                            Bindable.of(PolybloomProperties.class),
                            new NoUnboundElementsBindHandler(
                                    new RequireUnits(environment),
                                    source -> !(source.getUnderlyingSource()
                                            instanceof SystemEnvironmentPropertySource)));
        } catch (BindException failure) {
            throw explained(failure);
        }
    }

    private static RuntimeException explained(BindException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidFilterException invalid) {
                return invalid;
            }
            if (cause instanceof UnboundConfigurationPropertiesException unbound) {
                return unbound(unbound.getUnboundProperties().iterator().next());
            }
        }
        return failure;
    }

    private static InvalidFilterException unbound(ConfigurationProperty property) {
        ConfigurationPropertyName name = property.getName();
        boolean ofFilter = FILTERS.isAncestorOf(name) && name.getNumberOfElements() > FILTERS.getNumberOfElements() + 1;
        int prefix = ofFilter ? FILTERS.getNumberOfElements() + 1 : 1;
        String misspelt = name.subName(prefix).toString();
        var known = PropertyNames.of(ofFilter ? FilterProperties.class : PolybloomProperties.class);
        if (known.contains(misspelt) && property.getValue().toString().isBlank()) {
            return new InvalidFilterException(name.toString(), "it is empty");
        }
        return unknown(name.toString(), PropertyNames.nearest(misspelt, known));
    }

    static InvalidFilterException unknown(String name, List<String> nearest) {
        return new InvalidFilterException(
                name,
                "unknown property" + (nearest.isEmpty() ? "" : "; the nearest known: " + String.join(", ", nearest)));
    }

    /** Refuses a duration without a unit: Spring takes it for milliseconds, which is hardly ever meant. */
    private static final class RequireUnits extends AbstractBindHandler {

        private final Environment environment;

        RequireUnits(Environment environment) {
            this.environment = environment;
        }

        @Override
        public @Nullable Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            ConfigurationProperty given = context.getConfigurationProperty();
            if (result instanceof Duration duration && given != null && !duration.isZero()) {
                String text = environment.resolvePlaceholders(given.getValue().toString());
                if (NUMBER.matcher(text).matches()) {
                    throw new InvalidFilterException(
                            name.toString(), "it has no unit, so Spring would take it for milliseconds");
                }
            }
            return result;
        }
    }
}
