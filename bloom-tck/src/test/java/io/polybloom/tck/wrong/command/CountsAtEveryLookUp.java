package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.ArrayList;
import java.util.List;

/** Watches how full the partitions are to which look-ups go. */
@Breaks({Rule.IDLE_COSTS_NOTHING, Rule.WATCHING_IS_CHEAP, Rule.KNOWN_IS_CONFIRMED_BY_A_READ})
public final class CountsAtEveryLookUp extends ChangedTransport {

    public CountsAtEveryLookUp(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        Command last = batch.commands().get(batch.size() - 1);
        if (!Words.isLookUp(last) || !Words.touchesBits(last)) {
            return super.send(batch);
        }
        List<Command> commands = new ArrayList<>(batch.commands());
        commands.add(new Command(Verb.BITCOUNT, last.key()));
        InFlight inFlight = super.send(new Batch(batch.server(), batch.orderingKey(), commands));
        return () -> inFlight.await().subList(0, batch.size());
    }
}
