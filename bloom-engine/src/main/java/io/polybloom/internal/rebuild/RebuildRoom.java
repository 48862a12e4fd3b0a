package io.polybloom.internal.rebuild;

import io.polybloom.FilterRebuild;
import io.polybloom.FilterTask;
import io.polybloom.internal.task.TaskRunner;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** What rebuilds answer the core. */
public final class RebuildRoom implements TaskRunner {

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
}
