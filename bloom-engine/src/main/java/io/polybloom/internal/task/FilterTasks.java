package io.polybloom.internal.task;

import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.FilterTask;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.opening.Openings;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.internal.register.Deletion;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.seam.Seams;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.List;

/** Compiles tasks on whole filters into steps: those that any filter has, and those that a room knows. */
public final class FilterTasks {

    private static final List<TaskRunner> ROOMS = Seams.of(TaskRunner.class);

    /** A key of no filter: it only selects the node of a cluster that is asked. */
    private static final String ANY_KEY = "bloom";

    private FilterTasks() {}

    /** Returns the steps of a task. */
    @SuppressWarnings("unchecked") // each kind of task states the type of its result
    public static <R> Step<R> start(FilterTask<R> task, Environment environment) {
        return WriteTracking.of((Step<R>) compile(task, environment));
    }

    private static Step<?> compile(FilterTask<?> task, Environment environment) {
        if (task instanceof FilterTask.Acknowledged<?> acknowledged) {
            // The server is asked first: compiling a task may open a stream of the caller, which only the task's own
            // steps close.
            return Openings.require(acknowledged.asked(), ANY_KEY, environment)
                    .then(able -> compile(acknowledged.task(), environment));
        }
        if (task instanceof FilterRemoval removal) {
            return Deletion.of(new Register(removal.name(), environment), environment)
                    .start();
        }
        if (task instanceof FilterTask.Inspection inspection) {
            FilterSpec existing = FilterSpec.existing(inspection.name()).build();
            return Openings.of(existing, ElementFormat.UNKNOWN, environment)
                    .describe()
                    .map(found -> found.map(FilterState::filter))
                    .also(found -> inspection
                            .wanted()
                            .ifPresent(
                                    wanted -> found.ifPresent(stored -> SpecComparison.requireSame(stored, wanted))));
        }
        return Seams.first(ROOMS, room -> room.run(task, environment))
                .orElseThrow(() -> new IllegalArgumentException(
                        "not a task of this library: " + task.getClass().getName()));
    }
}
