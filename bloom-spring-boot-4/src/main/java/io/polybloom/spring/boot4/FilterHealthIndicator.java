package io.polybloom.spring.boot4;

import io.polybloom.BloomFilter;
import io.polybloom.spring.actuate.FilterView;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The health of one filter: up if it was measured, unknown until it is open, and down if it is lost. */
final class FilterHealthIndicator extends AbstractHealthIndicator {

    private final BloomFilter<?> filter;

    FilterHealthIndicator(BloomFilter<?> filter) {
        this.filter = filter;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        FilterView view = FilterView.measured(filter);
        health.withDetails(view.details());
        if (view.state() == FilterView.State.OPEN) {
            health.up();
        } else {
            health.unknown();
        }
    }
}
