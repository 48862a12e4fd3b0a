package io.polybloom.spi;

/**
 * A transport that sends the batches that {@linkplain Batch#mayAskReplica a replica may answer} to a replica. Does not
 * override {@link #forOneStep}, since a step would otherwise hold connections of two pools.
 */
record ReplicatedTransport<F>(Transport<F> primary, Transport<F> replica) implements Transport<F> {

    @Override
    public F send(Batch batch) {
        return (batch.mayAskReplica() ? replica : primary).send(batch);
    }

    @Override
    public int servers() {
        return primary.servers();
    }

    @Override
    public int window() {
        return Math.min(primary.window(), replica.window());
    }

    @Override
    public boolean joinsSlots() {
        return primary.joinsSlots() && replica.joinsSlots();
    }

    @Override
    public Transport<F> acknowledging() {
        return new ReplicatedTransport<>(primary.acknowledging(), replica);
    }

    @Override
    public boolean redirects() {
        return primary.redirects();
    }

    @Override
    public boolean sendsGroups() {
        return primary.sendsGroups();
    }
}
