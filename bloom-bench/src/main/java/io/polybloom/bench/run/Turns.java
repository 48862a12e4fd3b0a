package io.polybloom.bench.run;

import java.util.Iterator;

/** The turns that a task takes, and their cost so far. Not thread-safe. */
final class Turns {

    private final String contestant;
    private final Task task;
    private final Iterator<Runnable> slices;
    private long nanos;
    private long clientMicros;
    private ServerUse server = ServerUse.NONE;

    Turns(String contestant, Task task) {
        this.contestant = contestant;
        this.task = task;
        this.slices = task.slices().iterator();
    }

    boolean isOver() {
        return !slices.hasNext();
    }

    /** Runs the next slice, of which there must be one. */
    void next(ProcessorClock client, ServerMeter meter) {
        Runnable slice = slices.next();
        ServerUse before = meter.before();
        long clientStart = client.micros();
        long start = System.nanoTime();
        slice.run();
        nanos += System.nanoTime() - start;
        clientMicros += client.micros() - clientStart;
        server = server.plus(meter.after().since(before));
    }

    void check() {
        task.check().run();
    }

    void report(Results results) {
        double operations = task.operations();
        Timing timing = new Timing(
                nanos / operations,
                clientMicros / operations,
                server.micros() / operations,
                server.bytesIn() / operations,
                server.bytesOut() / operations);
        results.add(contestant, task.name(), timing);
    }
}
