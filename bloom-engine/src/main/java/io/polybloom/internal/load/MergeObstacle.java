package io.polybloom.internal.load;

import io.polybloom.FilterDescription;
import io.polybloom.internal.state.FilterState;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** Knows what must end before bits are merged into a filter: a seam. */
public interface MergeObstacle {

    /** Returns the steps that end it, whose value is the version after that; empty if there is nothing to end. */
    Optional<Step<Optional<FilterState>>> end(FilterDescription current, Environment environment);
}
