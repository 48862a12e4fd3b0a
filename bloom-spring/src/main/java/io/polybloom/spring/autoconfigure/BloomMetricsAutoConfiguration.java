package io.polybloom.spring.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.polybloom.micrometer.BloomMetrics;
import io.polybloom.spring.filter.OpeningObserver;
import io.polybloom.spring.metrics.FilterSampling;
import io.polybloom.spring.properties.FilterOptionsCustomizer;
import io.polybloom.spring.properties.PolybloomProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** Auto-configuration of meters for the filters in the properties, if the application has a registry of meters. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
@EnableConfigurationProperties(PolybloomProperties.class)
public class BloomMetricsAutoConfiguration {

    /**
     * Creates the listener that counts and measures operations. Spring Boot binds it to the application's registries.
     */
    @Bean
    @ConditionalOnMissingBean
    BloomMetrics polybloomMetrics() {
        return new BloomMetrics();
    }

    /** Runs before the application's customizers, so that a listener set by one of them replaces this one. */
    @Bean
    @Order(0)
    FilterOptionsCustomizer polybloomMetricsCustomizer(BloomMetrics metrics) {
        return (bean, options) -> options.listener(metrics);
    }

    /** Measures each filter from its opening on. */
    @Bean
    OpeningObserver polybloomFilterSampling(BloomMetrics metrics, PolybloomProperties properties) {
        return new FilterSampling(metrics, properties.sampleEvery());
    }
}
