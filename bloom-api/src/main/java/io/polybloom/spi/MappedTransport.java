package io.polybloom.spi;

import java.util.function.BiFunction;

/** A transport that converts the answers of another one. */
record MappedTransport<F, G>(Transport<F> transport, BiFunction<Batch, ? super F, ? extends G> conversion)
        implements Transport<G> {

    @Override
    public G send(Batch batch) {
        return conversion.apply(batch, transport.send(batch));
    }

    @Override
    public Transport<G> forOneStep() {
        return transport.forOneStep().map(conversion);
    }

    @Override
    public int servers() {
        return transport.servers();
    }

    @Override
    public int window() {
        return transport.window();
    }

    @Override
    public boolean keepsOrder() {
        return transport.keepsOrder();
    }

    @Override
    public boolean joinsSlots() {
        return transport.joinsSlots();
    }

    @Override
    public Transport<G> acknowledging() {
        return transport.acknowledging().map(conversion);
    }

    @Override
    public boolean redirects() {
        return transport.redirects();
    }

    @Override
    public boolean redirects(int server) {
        return transport.redirects(server);
    }

    @Override
    public boolean sendsGroups() {
        return transport.sendsGroups();
    }
}
