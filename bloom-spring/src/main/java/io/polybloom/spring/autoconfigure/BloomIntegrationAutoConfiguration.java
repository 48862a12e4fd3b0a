package io.polybloom.spring.autoconfigure;

import io.polybloom.BloomFilter;
import io.polybloom.spring.integration.BloomMetadataStore;
import io.polybloom.spring.properties.InvalidFilterException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;

/** Auto-configuration of a metadata store of Spring Integration on one of the filters. */
@AutoConfiguration(after = PolybloomAutoConfiguration.class)
@ConditionalOnProperty(BloomIntegrationAutoConfiguration.FILTER)
public class BloomIntegrationAutoConfiguration {

    static final String FILTER = "polybloom.integration.metadata-store.filter";

    private static final String STORE = "io.polybloom.spring.integration.BloomMetadataStore";

    /** The store, if its module is there. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = {STORE, "org.springframework.integration.metadata.ConcurrentMetadataStore"})
    static class OnClassPath {

        /** Is not called {@code metadataStore}, for components that keep values would use it. */
        @Bean
        @ConditionalOnMissingBean
        BloomMetadataStore bloomMetadataStore(ListableBeanFactory beans, @Value("${" + FILTER + "}") String filter) {
            if (!beans.containsBean(filter)) {
                throw new InvalidFilterException(FILTER, "there is no filter " + filter);
            }
            ResolvableType strings = ResolvableType.forClassWithGenerics(BloomFilter.class, String.class);
            if (!beans.isTypeMatch(filter, strings)) {
                throw new InvalidFilterException(FILTER, filter + " is no filter of strings");
            }
            @SuppressWarnings("unchecked") // its type matches
            BloomFilter<String> bean = beans.getBean(filter, BloomFilter.class);
            return new BloomMetadataStore(bean);
        }
    }

    /** Refuses the property if the module is not there. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(STORE)
    static class NotOnClassPath {

        NotOnClassPath() {
            throw new InvalidFilterException(FILTER, "io.polybloom:bloom-spring-integration is not on the class path");
        }
    }
}
