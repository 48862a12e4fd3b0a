package io.polybloom.internal.task;

import io.polybloom.FilterTask;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** Knows the steps of some kinds of tasks: a seam. */
public interface TaskRunner {

    /** Returns the steps of a task, whose value is of the type that the task states; empty for any other kind. */
    Optional<Step<?>> run(FilterTask<?> task, Environment environment);
}
