package io.polybloom.tck.wrong;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;

/** Begins to count the independent servers at the second one. */
final class TakesTheNextServer extends ChangedTransport {

    TakesTheNextServer(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        return super.send(new Batch((batch.server() + 1) % servers(), batch.lane(), batch.commands()));
    }
}
