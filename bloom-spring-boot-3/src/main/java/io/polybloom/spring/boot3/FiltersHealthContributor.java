package io.polybloom.spring.boot3;

import io.polybloom.spring.actuate.FilterView;
import io.polybloom.spring.actuate.HealthChecks;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.NamedContributor;

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
    public Iterator<NamedContributor<HealthContributor>> iterator() {
        return checks.round().entrySet().stream()
                .map(check -> NamedContributor.<HealthContributor>of(
                        check.getKey(), new FilterHealthIndicator(check.getValue())))
                .iterator();
    }
}
