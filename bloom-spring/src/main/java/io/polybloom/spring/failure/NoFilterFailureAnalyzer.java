package io.polybloom.spring.failure;

import io.polybloom.BloomFilter;
import io.polybloom.spring.properties.ElementType;
import io.polybloom.spring.properties.FilterProperties;
import io.polybloom.spring.properties.PolybloomProperties;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Explains why no filter could be injected: which filters the properties describe, and for which elements. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class NoFilterFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final Environment environment;
    private final BeanFactory beans;

    NoFilterFailureAnalyzer(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, NoSuchBeanDefinitionException cause) {
        ResolvableType wanted = cause.getResolvableType();
        if (wanted == null
                || wanted.toClass() != BloomFilter.class
                || cause instanceof NoUniqueBeanDefinitionException) {
            return null;
        }
        Map<String, FilterProperties> described = Binder.get(environment)
                .bindOrCreate("polybloom", PolybloomProperties.class)
                .filters();
        String filters = described.entrySet().stream()
                .map(filter ->
                        filter.getKey() + ", a " + named(filter.getValue().type()))
                .sorted()
                .collect(Collectors.joining("; "));
        String element = wanted.getGeneric(0).toClass().getSimpleName();
        return new FailureAnalysis(
                "A bean needs a BloomFilter<" + element + ">, and there is none. The properties describe "
                        + (filters.isEmpty() ? "no filter" : "these filters: " + filters) + "." + hidden(described),
                hidden(described).isEmpty()
                        ? remedy(element, described.isEmpty())
                        : "Give the filter or the other bean another name.",
                cause);
    }

    private static String remedy(String element, boolean isFirst) {
        String filter = PolybloomProperties.FILTERS + ".NAME";
        return (isFirst
                        ? "Describe a filter: set " + filter + ".capacity to the number of distinct elements that you"
                                + " expect (or " + filter + ".existing=true), and " + filter + ".type"
                        : "Set " + filter + ".type")
                + " to the type of the elements"
                + Stream.of(ElementType.values())
                        .filter(type -> type.type().getSimpleName().equals(element))
                        .map(type -> ", here " + lowerCase(type))
                        .collect(Collectors.joining())
                + ", or change the type of the parameter. For elements of other types, define a bean of"
                + " your own, and open it by means of BloomFilters.";
    }

    /** Returns which filters are no beans, because other beans have their names. */
    private String hidden(Map<String, FilterProperties> described) {
        return described.keySet().stream()
                .sorted()
                .filter(name -> beans.containsBean(name) && !beans.isTypeMatch(name, BloomFilter.class))
                .map(name -> " The name " + name + " belongs to a bean of another type"
                        + Optional.ofNullable(beans.getType(name, false))
                                .map(type ->
                                        ", " + ClassUtils.getUserClass(type).getName())
                                .orElse("")
                        + ", so this filter is no bean.")
                .collect(Collectors.joining());
    }

    private static String named(ElementType type) {
        return "BloomFilter<" + type.type().getSimpleName() + "> (type=" + lowerCase(type) + ")";
    }

    private static String lowerCase(ElementType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }
}
