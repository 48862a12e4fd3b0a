package io.polybloom.tck.wrong.later;

import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.CallerContext;
import io.polybloom.tck.backend.NonBlockingFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** A connected client under an API that answers later, with its threads. */
public record LaterConnection(
        Connection right, ExecutorService threads, NonBlockingFilters nonBlocking, List<EventLoop> eventLoops)
        implements Connection {

    public LaterConnection(Connection right, ExecutorService threads, NonBlockingFilters nonBlocking) {
        this(right, threads, nonBlocking, new ArrayList<>());
    }

    @Override
    public List<CallerContext> contexts() {
        EventLoop eventLoop = new EventLoop();
        eventLoops.add(eventLoop);
        return List.of(eventLoop);
    }

    @Override
    public void close() {
        right.close();
        threads.shutdownNow();
        eventLoops.forEach(EventLoop::close);
    }
}
