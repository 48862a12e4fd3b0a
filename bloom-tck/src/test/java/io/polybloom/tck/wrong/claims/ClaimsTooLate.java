package io.polybloom.tck.wrong.claims;

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

/** Puts claims off until its next command, so that a crash in between leaves bits without a claim. */
@Breaks(Rule.CLAIMS_SURVIVE_A_CRASH)
public final class ClaimsTooLate extends ChangedTransport {

    private final ThreadLocal<Batch> putOff = new ThreadLocal<>();

    public ClaimsTooLate(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        List<Command> commands = new ArrayList<>();
        List<Reply> early = new ArrayList<>();
        Batch before = putOff.get();
        if (isClaim(batch)) {
            int claim = batch.proofs();
            commands.addAll(batch.commands());
            putOff.set(new Batch(batch.server(), batch.orderingKey(), List.of(commands.remove(claim))));
            early.add(new Reply.Int(1));
        } else {
            putOff.remove();
            commands.addAll(batch.commands());
        }
        InFlight sent = super.send(new Batch(batch.server(), batch.orderingKey(), commands));
        return () -> {
            List<Reply> replies = new ArrayList<>(sent.await());
            replies.addAll(batch.proofs(), early);
            if (before != null) {
                super.send(before).await();
            }
            return replies;
        };
    }

    private static boolean isClaim(Batch batch) {
        return batch.size() > 1
                && Words.firstVerb(batch) == Verb.ZADD
                && !Words.key(batch.commands().get(batch.proofs())).endsWith(":new");
    }
}
