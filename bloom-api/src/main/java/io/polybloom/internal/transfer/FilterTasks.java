package io.polybloom.internal.transfer;

import io.polybloom.FilterCopy;
import io.polybloom.FilterMerge;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterTask;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.filter.FilterOpener;
import io.polybloom.internal.open.Removal;
import io.polybloom.internal.rebuild.Abandoning;
import io.polybloom.internal.rebuild.Rebuilding;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.transfer.FilterExport;
import io.polybloom.transfer.FilterImport;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;

/** Compiles tasks on whole filters into steps. */
public final class FilterTasks {

    private FilterTasks() {}

    /** Returns the steps of a task. */
    @SuppressWarnings("unchecked") // each kind of task states the type of its result
    public static <R> Step<R> start(FilterTask<R> task, Environment environment) {
        return (Step<R>) compile(task, environment);
    }

    private static Step<?> compile(FilterTask<?> task, Environment environment) {
        if (task instanceof FilterCopy copy) {
            return copy(copy, environment);
        }
        if (task instanceof FilterExport export) {
            return new Exporting(export.source(), export.sink(), export.progress()).start(environment);
        }
        if (task instanceof FilterImport importing) {
            return new Importing(importing.target(), importing.source(), environment, importing.progress()).start();
        }
        if (task instanceof SnapshotExport export) {
            return new SnapshotExporting(export, environment).start();
        }
        if (task instanceof SnapshotImport importing) {
            return WriteTracking.of(new SnapshotImporting(importing, environment).start());
        }
        if (task instanceof FilterMerge merge) {
            return WriteTracking.of(Union.of(merge, environment));
        }
        if (task instanceof FilterRebuild rebuild) {
            return WriteTracking.of(new Rebuilding(rebuild, environment).start());
        }
        if (task instanceof FilterRebuild.Abandonment abandonment) {
            return WriteTracking.of(Abandoning.of(abandonment.name(), environment));
        }
        if (task instanceof FilterRemoval removal) {
            return WriteTracking.of(
                    Removal.of(removal.name(), environment.servers()).start());
        }
        if (task instanceof FilterTask.Inspection inspection) {
            return FilterOpener.named(inspection.name(), environment).describe().then(found -> {
                inspection
                        .wanted()
                        .ifPresent(wanted -> found.ifPresent(stored -> SpecComparison.requireSame(stored, wanted)));
                return new Step.Done<>(found);
            });
        }
        throw new IllegalArgumentException(
                "not a task of this library: " + task.getClass().getName());
    }

    private static Step<FilterCopy.Report> copy(FilterCopy copy, Environment environment) {
        int servers = environment.servers();
        int first = copy.firstTargetServer();
        boolean isElsewhere = first > 0;
        if (first < 0 || isElsewhere && servers != 2 * first) {
            throw new IllegalArgumentException("a copy to the servers from index " + first
                    + " on needs as many servers for the target as for the source, but there are " + servers + " in"
                    + " all");
        }
        if (!isElsewhere && copy.target().equals(copy.source().name())) {
            throw new IllegalArgumentException(
                    "a filter cannot be copied to itself: choose another name or other servers");
        }
        return CopySource.open(copy.source(), environment.withServers(isElsewhere ? first : servers))
                .then(opened -> new Copying(opened, copy.target(), first, copy.progress()).start());
    }
}
