package io.polybloom.spi;

import java.util.List;

/**
 * A transport that leads each batch to one of several: over independent servers that do not know of each other, to the
 * one whose index the batch names; over a primary and its replica, to the replica if {@linkplain Batch#mayAskReplica
 * one may answer}. It is its own {@link #forOneStep}: a step that holds a connection of one transport while it waits
 * for one of another could wait forever.
 *
 * @param primaries one for each independent server, or the only one
 * @param replicas the replica, if there is one
 */
record RoutedTransport<F>(List<Transport<F>> primaries, List<Transport<F>> replicas) implements Transport<F> {

    /** Copies both lists. */
    RoutedTransport {
        primaries = List.copyOf(primaries);
        replicas = List.copyOf(replicas);
        if (primaries.isEmpty()) {
            throw new IllegalArgumentException("at least one server is needed");
        }
    }

    @Override
    public F send(Batch batch) {
        if (batch.mayAskReplica() && !replicas.isEmpty()) {
            return replicas.get(0).send(batch);
        }
        return primaries.get(primaries.size() == 1 ? 0 : batch.server()).send(batch);
    }

    @Override
    public int servers() {
        return primaries.size() == 1 ? primaries.get(0).servers() : primaries.size();
    }

    @Override
    public int window() {
        int window = Integer.MAX_VALUE;
        for (Transport<F> transport : primaries) {
            window = Math.min(window, transport.window());
        }
        for (Transport<F> transport : replicas) {
            window = Math.min(window, transport.window());
        }
        return window;
    }

    @Override
    public boolean joinsSlots() {
        return primaries.stream().allMatch(Transport::joinsSlots)
                && replicas.stream().allMatch(Transport::joinsSlots);
    }

    @Override
    public Transport<F> acknowledging() {
        return new RoutedTransport<>(
                primaries.stream().map(Transport::acknowledging).toList(), replicas);
    }

    @Override
    public boolean redirects() {
        return primaries.stream().allMatch(Transport::redirects);
    }

    @Override
    public boolean redirects(int server) {
        return primaries.size() == 1
                ? primaries.get(0).redirects(server)
                : primaries.get(server).redirects();
    }

    @Override
    public boolean sendsGroups() {
        return primaries.stream().allMatch(Transport::sendsGroups);
    }
}
