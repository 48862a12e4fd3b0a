package io.polybloom.tck.wrong.group;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Sends the commands of a group without MULTI and EXEC. */
@Breaks(Rule.GROUPS_ARE_WHOLE)
public final class ExecutesOneByOne extends PlainTransport {

    public ExecutesOneByOne(URI address, Duration timeout) {
        super(address, timeout);
    }

    @Override
    List<Command> commands(Batch batch) {
        return batch.commands();
    }

    @Override
    List<Reply> replies(Batch batch, List<Reply> sent) {
        return sent;
    }
}
