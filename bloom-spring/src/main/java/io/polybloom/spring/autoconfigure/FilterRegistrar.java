package io.polybloom.spring.autoconfigure;

import io.polybloom.BloomFilter;
import io.polybloom.spring.properties.FilterProperties;
import io.polybloom.spring.properties.PropertyBinding;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Defines a bean of the type {@code BloomFilter<ELEMENT>} for each filter in the properties, unless the application has
 * a bean of that name.
 */
final class FilterRegistrar implements ImportBeanDefinitionRegistrar {

    static final String FACTORY = "polybloomConfiguredFilters";

    private final Environment environment;

    FilterRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        PropertyBinding.bind(environment).filters().forEach((name, filter) -> {
            if (!registry.isBeanNameInUse(name)) {
                registry.registerBeanDefinition(name, definition(name, filter));
            }
        });
    }

    private static RootBeanDefinition definition(String name, FilterProperties filter) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(ResolvableType.forClassWithGenerics(
                BloomFilter.class, filter.type().type()));
        definition.setFactoryBeanName(FACTORY);
        definition.setUniqueFactoryMethodName("filter");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        return definition;
    }
}
