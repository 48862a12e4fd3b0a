package io.polybloom.spring.boot4;

import io.polybloom.spring.actuate.FilterView;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of one filter: up if it was measured, unknown until it is used, and down if it or its mirror cannot be
 * used.
 */
final class FilterHealthIndicator extends AbstractHealthIndicator {

    private final Supplier<FilterView> check;

    FilterHealthIndicator(Supplier<FilterView> check) {
        this.check = check;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        FilterView view = check.get();
        health.withDetails(view.details());
        if (view.hasRefusingMirror()) {
            health.down();
        } else if (view.state() == FilterView.State.OPEN) {
            health.up();
        } else {
            health.unknown();
        }
    }
}
