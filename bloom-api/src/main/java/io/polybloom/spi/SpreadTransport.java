package io.polybloom.spi;

import java.util.List;

/**
 * A transport over independent servers that do not know of each other. It is its own {@link #forOneStep}: a step that
 * holds a connection to one server while it waits for one to another could wait forever.
 */
final class SpreadTransport<F> implements Transport<F> {

    private final List<Transport<F>> transports;

    SpreadTransport(List<? extends Transport<F>> transports) {
        this.transports = List.copyOf(transports);
        if (transports.isEmpty()) {
            throw new IllegalArgumentException("at least one server is needed");
        }
    }

    @Override
    public F send(Batch batch) {
        return transports.get(batch.server()).send(batch);
    }

    @Override
    public int servers() {
        return transports.size();
    }

    @Override
    public boolean joinsSlots() {
        return transports.stream().allMatch(Transport::joinsSlots);
    }

    @Override
    public Transport<F> acknowledging() {
        return new SpreadTransport<>(
                transports.stream().map(Transport::acknowledging).toList());
    }

    @Override
    public boolean redirects() {
        return transports.stream().allMatch(Transport::redirects);
    }

    @Override
    public boolean sendsGroups() {
        return transports.stream().allMatch(Transport::sendsGroups);
    }

    @Override
    public int window() {
        int window = Integer.MAX_VALUE;
        for (Transport<F> transport : transports) {
            window = Math.min(window, transport.window());
        }
        return window;
    }
}
