package io.polybloom.spring.boot4;

import io.polybloom.BloomFilter;
import io.polybloom.spring.actuate.HealthChecks;
import io.polybloom.spring.autoconfigure.PolybloomAutoConfiguration;
import io.polybloom.spring.filter.FilterBeans;
import io.polybloom.spring.properties.PolybloomProperties;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health of all filters, unless it is switched off. */
@AutoConfiguration(after = PolybloomAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(BloomFilter.class)
@ConditionalOnEnabledHealthIndicator("polybloom")
public class PolybloomHealthAutoConfiguration {

    /** Shows the health of each filter by the name of its bean. */
    @Bean
    @ConditionalOnMissingBean(name = "polybloomHealthContributor")
    HealthContributor polybloomHealthContributor(ListableBeanFactory beans, PolybloomProperties properties) {
        return new FiltersHealthContributor(new HealthChecks(() -> FilterBeans.of(beans), properties.healthTimeout()));
    }
}
