package io.polybloom.spring.autoconfigure;

import io.polybloom.BloomFilter;
import io.polybloom.FilterMirror;
import io.polybloom.spring.filter.ConfiguredFilters;
import io.polybloom.spring.properties.FilterProperties;
import io.polybloom.spring.properties.PropertyBinding;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Defines a bean of the type {@code BloomFilter<ELEMENT>} for each filter in the properties, unless the application has
 * a bean of that name, and one of the type {@code FilterMirror<ELEMENT>} for its mirror, called {@code NAMEMirror}.
 */
final class FilterRegistrar implements ImportBeanDefinitionRegistrar {

    private static final String MIRROR = "Mirror";

    private final Environment environment;

    FilterRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        PropertyBinding.bind(environment).filters().forEach((name, filter) -> {
            if (!registry.isBeanNameInUse(name)) {
                registry.registerBeanDefinition(name, definition(name, filter));
                if (filter.mirror() != null && !registry.isBeanNameInUse(name + MIRROR)) {
                    registry.registerBeanDefinition(name + MIRROR, mirror(name, filter));
                }
            }
        });
    }

    private static RootBeanDefinition definition(String name, FilterProperties filter) {
        return definition(BloomFilter.class, filter, "filter", name);
    }

    private static RootBeanDefinition mirror(String name, FilterProperties filter) {
        return definition(FilterMirror.class, filter, "mirror", new RuntimeBeanReference(name));
    }

    private static RootBeanDefinition definition(
            Class<?> kind, FilterProperties filter, String factoryMethod, Object argument) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(
                ResolvableType.forClassWithGenerics(kind, filter.type().type()));
        definition.setFactoryBeanName(ConfiguredFilters.BEAN);
        definition.setUniqueFactoryMethodName(factoryMethod);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, argument);
        return definition;
    }
}
