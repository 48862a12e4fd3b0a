package io.polybloom.internal.rebuild;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterTask;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.load.MergeObstacle;
import io.polybloom.internal.membership.Relay;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.RelayedAdds;
import io.polybloom.internal.model.Trailer;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.task.TaskRunner;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.Optional;

/** What rebuilds answer the core. */
public final class RebuildRoom implements TaskRunner, RelayedAdds, Relay, MergeObstacle {

    @Override
    public Optional<Step<?>> run(FilterTask<?> task, Environment environment) {
        if (task instanceof FilterRebuild rebuild) {
            return Optional.of(new Rebuilding(rebuild, environment).start());
        }
        if (task instanceof FilterRebuild.Abandonment abandonment) {
            return Optional.of(Rebuilding.abandon(abandonment.name(), environment));
        }
        return Optional.empty();
    }

    @Override
    public boolean areRelayed(FilterDescription generation) {
        return open(generation).isPresent();
    }

    private static Optional<Rebuild> open(FilterDescription filter) {
        return filter.rebuild().filter(Rebuild::isOpen);
    }

    /** A mark may be that of a later rebuild, or of one that a failover has undone. */
    @Override
    public boolean isNews(FilterDescription read, int mark) {
        boolean isOpen = open(read).isPresent();
        int begun = read.state().begun();
        int known = read.rebuild().isPresent() && !isOpen ? begun - 1 : begun;
        return mark > known || (mark == Trailer.MARKS && !isOpen);
    }

    @Override
    public Step<Void> relay(OpenFilter filter, Relay.Cause cause, CallElements elements, BitSet which) {
        return new CarryOver(filter, cause, elements, which).start();
    }

    /** The next generation would lack the bits, which cannot be brought into partitions of another shape. */
    @Override
    public Optional<Step<Optional<FilterState>>> end(FilterDescription current, Environment environment) {
        return open(current).map(rebuild -> new Abandonment(current, environment).of(rebuild));
    }
}
