package io.polybloom.spring.autoconfigure;

import io.polybloom.BloomFilters;
import io.polybloom.spring.client.ClientFilters;
import io.polybloom.spring.filter.ConfiguredFilters;
import io.polybloom.spring.filter.OpeningAtStart;
import io.polybloom.spring.filter.OpeningObserver;
import io.polybloom.spring.properties.FilterOptionsCustomizer;
import io.polybloom.spring.properties.FilterSpecCustomizer;
import io.polybloom.spring.properties.PolybloomProperties;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of filters on the application's own Redis client: {@link BloomFilters} that open filters, and a
 * bean for each filter in the properties. The application's own beans take precedence.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.redisson.spring.starter.RedissonAutoConfigurationV2",
            "org.redisson.spring.starter.RedissonAutoConfigurationV4"
        })
@EnableConfigurationProperties(PolybloomProperties.class)
@Import(FilterRegistrar.class)
public class PolybloomAutoConfiguration {

    /** Opens filters on the client that the application has, or that its properties choose. */
    @Bean
    @ConditionalOnMissingBean
    BloomFilters polybloomFilters(ListableBeanFactory beans, PolybloomProperties properties) {
        return new ClientFilters(beans, properties);
    }

    /** Makes the filters in the properties. */
    @Bean(ConfiguredFilters.BEAN)
    ConfiguredFilters polybloomConfiguredFilters(
            PolybloomProperties properties,
            BloomFilters filters,
            ObjectProvider<FilterSpecCustomizer> specCustomizers,
            ObjectProvider<FilterOptionsCustomizer> optionsCustomizers,
            ObjectProvider<OpeningObserver> observers) {
        return new ConfiguredFilters(
                properties,
                filters,
                specCustomizers.orderedStream().toList(),
                optionsCustomizers.orderedStream().toList(),
                filter -> observers.orderedStream().forEach(observer -> observer.opened(filter)));
    }

    /** Opens the filters that must be open by the time the application has started. */
    @Bean
    OpeningAtStart polybloomOpeningAtStart(
            ListableBeanFactory beans, PolybloomProperties properties, BloomFilters filters) {
        return new OpeningAtStart(beans, properties, filters);
    }
}
