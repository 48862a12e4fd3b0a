package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.actuate.health.CompositeHealth;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.context.ApplicationContext;

/** The parts of Spring Boot 3 that the shared tests need. */
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
        CompositeHealth filters = assertInstanceOf(
                CompositeHealth.class, context.getBean(HealthEndpoint.class).healthForPath("polybloom"));
        Map<String, String> statuses = new TreeMap<>();
        filters.getComponents()
                .forEach((name, filter) -> statuses.put(name, filter.getStatus().getCode()));
        return statuses;
    }
}
