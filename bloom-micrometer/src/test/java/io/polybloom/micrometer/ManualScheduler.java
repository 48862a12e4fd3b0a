package io.polybloom.micrometer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs periodic tasks when a test says so, in the thread of the test. */
final class ManualScheduler extends ScheduledThreadPoolExecutor {

    private record Periodic(Runnable task, long delayMillis, ScheduledFuture<?> handle) {}

    private final List<Periodic> tasks = new ArrayList<>();

    ManualScheduler() {
        super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initial, long delay, TimeUnit unit) {
        // Never runs by itself: it only stands for the task, to be cancelled.
        ScheduledFuture<?> handle = super.schedule(() -> {}, 365, TimeUnit.DAYS);
        tasks.add(new Periodic(task, unit.toMillis(delay), handle));
        return handle;
    }

    /** Lets all tasks run once that were not cancelled. */
    void tick() {
        for (Periodic periodic : tasks) {
            if (!periodic.handle().isCancelled()) {
                periodic.task().run();
            }
        }
    }

    List<Long> periodsMillis() {
        return tasks.stream().map(Periodic::delayMillis).toList();
    }
}
