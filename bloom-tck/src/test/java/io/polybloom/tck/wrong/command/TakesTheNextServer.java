package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Begins to count the independent servers at the second one. */
@Breaks({Rule.SERVER_OF_A_PARTITION, Rule.SERVERS_OF_OTHER_SYSTEMS})
public final class TakesTheNextServer extends ChangedTransport {

    public TakesTheNextServer(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        return super.send(new Batch((batch.server() + 1) % servers(), batch.orderingKey(), batch.commands()));
    }
}
