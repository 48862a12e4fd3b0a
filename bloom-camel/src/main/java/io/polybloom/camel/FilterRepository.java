package io.polybloom.camel;

import io.polybloom.BloomFilter;
import io.polybloom.support.ServedVersions;
import java.util.Collection;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Endpoint;
import org.apache.camel.Route;
import org.apache.camel.Service;
import org.apache.camel.processor.idempotent.IdempotentConsumer;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.jspecify.annotations.Nullable;

/**
 * What both repositories share: they refuse a route whose options would lose messages when the route is added, before
 * it consumes anything. They never close the filter or its client.
 */
abstract class FilterRepository extends ServiceSupport implements IdempotentRepository, CamelContextAware {

    final BloomFilter<String> filter;

    private @Nullable CamelContext context;

    FilterRepository(BloomFilter<String> filter) {
        new ServedVersions("Camel", "4.0", "4.22")
                .require(IdempotentRepository.class.getPackage().getImplementationVersion());
        this.filter = filter;
    }

    /** Returns why an idempotent consumer with these options cannot use this repository, or null if it can. */
    abstract @Nullable String objection(IdempotentConsumer consumer);

    /** Returns why an endpoint, which adds and removes without an exchange, cannot use this repository, or null. */
    abstract @Nullable String objectionToEndpoint();

    @Override
    public @Nullable CamelContext getCamelContext() {
        return context;
    }

    /** Watches the routes that are added from now on, the one that is being started included. */
    @Override
    public void setCamelContext(CamelContext camelContext) {
        if (context != camelContext) {
            context = camelContext;
            camelContext.addLifecycleStrategy(new LifecycleStrategySupport() {
                @Override
                public void onRoutesAdd(Collection<Route> routes) {
                    routes.forEach(FilterRepository.this::requireSound);
                }
            });
        }
    }

    /** Removes all elements, for all clients of the filter. */
    @Override
    public void clear() {
        filter.clear();
    }

    /** Looks a key up in the filter. */
    @Override
    public boolean contains(String key) {
        return filter.mightContain(key);
    }

    private void requireSound(Route route) {
        for (Service service : route.getServices()) {
            for (Service child : ServiceHelper.getChildServices(service, true)) {
                if (child instanceof IdempotentConsumer consumer && consumer.getIdempotentRepository() == this) {
                    refuse(route, objection(consumer));
                }
            }
        }
        Endpoint endpoint = route.getEndpoint();
        Object used = PluginHelper.getBeanIntrospection(route.getCamelContext())
                .getOrElseProperty(endpoint, "idempotentRepository", route, false);
        if (used == this) {
            refuse(route, objectionToEndpoint());
        }
    }

    private void refuse(Route route, @Nullable String reason) {
        if (reason != null) {
            throw new IllegalArgumentException(
                    "Route " + route.getRouteId() + " cannot use " + getClass().getSimpleName() + ": " + reason);
        }
    }
}
