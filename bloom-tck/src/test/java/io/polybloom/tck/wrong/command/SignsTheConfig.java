package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.ArrayList;
import java.util.List;

/** Leaves a field of its own in the config. */
@Breaks(Rule.CANONICAL_CONFIG)
public final class SignsTheConfig extends ChangedTransport {

    public SignsTheConfig(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        Command first = batch.commands().get(batch.proofs());
        if (first.verb() != Verb.HSETNX || Words.isTrace(first)) {
            return super.send(batch);
        }
        List<Command> commands = new ArrayList<>(batch.commands());
        commands.add(Words.of(Verb.HSET, first.key(), "client", "wrong"));
        InFlight inFlight = super.send(new Batch(batch.server(), batch.orderingKey(), commands));
        return () -> {
            List<Reply> replies = inFlight.await();
            return replies.subList(0, batch.commands().size());
        };
    }
}
