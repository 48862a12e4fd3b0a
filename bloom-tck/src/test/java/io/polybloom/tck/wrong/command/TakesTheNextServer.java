package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Begins to count the independent servers at the second one. */
public final class TakesTheNextServer extends ChangedTransport {

    public TakesTheNextServer(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        return super.send(new Batch((batch.server() + 1) % servers(), batch.orderingKey(), batch.commands()));
    }
}
