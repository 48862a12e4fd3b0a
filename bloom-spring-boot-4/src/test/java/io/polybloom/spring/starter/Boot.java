package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationContext;

/** The parts of Spring Boot 4 that the shared tests need. */
final class Boot {

    private Boot() {}

    /** Returns the status of a filter, as the health endpoint shows it. */
    static String health(ApplicationContext context, String filter) {
        CompositeHealthContributor filters =
                context.getBean("polybloomHealthContributor", CompositeHealthContributor.class);
        Health health = assertInstanceOf(HealthIndicator.class, filters.getContributor(filter))
                .health();
        return health.getStatus().getCode();
    }

    /** Returns the status of each filter from one request to the health endpoint. */
    static Map<String, String> health(ApplicationContext context) {
        CompositeHealthDescriptor filters = assertInstanceOf(
                CompositeHealthDescriptor.class,
                context.getBean(HealthEndpoint.class).healthForPath("polybloom"));
        Map<String, String> statuses = new TreeMap<>();
        filters.getComponents()
                .forEach((name, filter) -> statuses.put(name, filter.getStatus().getCode()));
        return statuses;
    }
}
