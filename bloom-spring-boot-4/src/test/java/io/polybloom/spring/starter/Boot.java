package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

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
}
