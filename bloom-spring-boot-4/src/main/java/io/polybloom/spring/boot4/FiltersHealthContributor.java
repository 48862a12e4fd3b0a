package io.polybloom.spring.boot4;

import io.polybloom.spring.actuate.FilterView;
import io.polybloom.spring.actuate.HealthChecks;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;

/** The health of all filters: Spring Boot asks for it by going through them, and each time is a round of its own. */
final class FiltersHealthContributor implements CompositeHealthContributor {

    private final HealthChecks checks;

    FiltersHealthContributor(HealthChecks checks) {
        this.checks = checks;
    }

    @Override
    public @Nullable HealthContributor getContributor(String name) {
        Supplier<FilterView> check = checks.of(name);
        return check == null ? null : new FilterHealthIndicator(check);
    }

    @Override
    public Stream<HealthContributors.Entry> stream() {
        return checks.round().entrySet().stream()
                .map(check ->
                        new HealthContributors.Entry(check.getKey(), new FilterHealthIndicator(check.getValue())));
    }
}
