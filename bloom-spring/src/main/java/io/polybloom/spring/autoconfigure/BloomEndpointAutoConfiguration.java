package io.polybloom.spring.autoconfigure;

import io.polybloom.spring.actuate.BloomEndpoint;
import io.polybloom.spring.actuate.BloomEndpointWebExtension;
import io.polybloom.spring.filter.FilterBeans;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the endpoint {@code bloom}, if it is exposed. */
@AutoConfiguration(after = PolybloomAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public class BloomEndpointAutoConfiguration {

    /** Shows all filters of the application. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    BloomEndpoint bloomEndpoint(ListableBeanFactory beans) {
        return new BloomEndpoint(() -> FilterBeans.of(beans));
    }

    /** Answers requests with the reason of a failure. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(BloomEndpoint.class)
    @ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
    BloomEndpointWebExtension bloomEndpointWebExtension(BloomEndpoint endpoint) {
        return new BloomEndpointWebExtension(endpoint);
    }
}
