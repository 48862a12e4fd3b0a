package io.polybloom.internal.transfer;

import io.polybloom.CopyReport;
import io.polybloom.FilterCopy;
import io.polybloom.FilterExport;
import io.polybloom.FilterImport;
import io.polybloom.FilterInspection;
import io.polybloom.FilterTask;
import io.polybloom.internal.filter.FilterOpener;
import io.polybloom.step.Step;

/** Compiles tasks on whole filters into steps. */
public final class FilterTasks {

    private FilterTasks() {}

    /**
     * Returns the steps of a task.
     *
     * @param servers the number of independent servers that the steps may address
     */
    @SuppressWarnings("unchecked") // each kind of task states the type of its result
    public static <R> Step<R> start(FilterTask<R> task, int servers) {
        return (Step<R>) compile(task, servers);
    }

    private static Step<?> compile(FilterTask<?> task, int servers) {
        if (task instanceof FilterCopy copy) {
            return copy(copy, servers);
        }
        if (task instanceof FilterExport export) {
            return new Exporting(export.source(), export.sink(), export.progress()).start(servers);
        }
        if (task instanceof FilterImport importing) {
            return new Importing(importing.target(), importing.source(), servers, importing.progress()).start();
        }
        FilterInspection inspection = (FilterInspection) task;
        return FilterOpener.named(inspection.name(), servers).describe();
    }

    private static Step<CopyReport> copy(FilterCopy copy, int servers) {
        int first = copy.firstTargetServer();
        boolean isElsewhere = first > 0;
        if (first < 0 || isElsewhere && servers != 2 * first) {
            throw new IllegalArgumentException("a copy to servers from index " + first
                    + " on needs as many servers for the target as for the source; the connection has " + servers);
        }
        if (!isElsewhere && copy.target().equals(copy.source().name())) {
            throw new IllegalArgumentException(
                    "a filter cannot be copied to itself: choose another name or other servers");
        }
        return CopySource.open(copy.source(), isElsewhere ? first : servers)
                .then(opened -> new Copying(opened, copy.target(), first, copy.progress()).start());
    }
}
