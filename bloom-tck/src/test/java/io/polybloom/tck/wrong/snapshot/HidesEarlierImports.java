package io.polybloom.tck.wrong.snapshot;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.List;

/** Reads the hash of the imports under a name as if it were empty. */
@Breaks({Rule.SNAPSHOT_IS_THE_FILTER, Rule.SNAPSHOT_APPEARS_WHOLE, Rule.SNAPSHOT_RESUMES, Rule.SNAPSHOT_OF_TWO_IMPORTS})
public final class HidesEarlierImports extends ChangedTransport {

    public HidesEarlierImports(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        boolean isOfImports =
                command.verb() == Verb.HGETALL && Words.key(command).endsWith(":import");
        return isOfImports ? new Reply.Many(List.of()) : reply;
    }
}
