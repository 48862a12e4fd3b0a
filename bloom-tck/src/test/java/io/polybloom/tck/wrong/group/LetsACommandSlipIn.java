package io.polybloom.tck.wrong.group;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Shares a connection among all calls, so that a look-up of another call becomes the last command of a group. Its reply
 * does not shift those of the group.
 */
@Breaks(Rule.GROUPS_ARE_WHOLE)
public final class LetsACommandSlipIn extends PlainTransport {

    private final AtomicReference<@Nullable Command> ofAnotherCall = new AtomicReference<>();

    public LetsACommandSlipIn(URI address, Duration timeout) {
        super(address, timeout);
    }

    @Override
    public InFlight send(Batch batch) {
        if (!batch.isWrite()) {
            ofAnotherCall.set(batch.commands().get(batch.size() - 1));
        }
        return super.send(batch);
    }

    @Override
    List<Command> commands(Batch batch) {
        Command other = ofAnotherCall.get();
        if (!batch.isGroup() || other == null) {
            return super.commands(batch);
        }
        List<Command> commands = new ArrayList<>(super.commands(batch));
        commands.add(commands.size() - 1, other);
        return commands;
    }

    @Override
    List<Reply> replies(Batch batch, List<Reply> sent) {
        boolean isMixed = batch.isGroup() && sent.size() == batch.size() + 3;
        return super.replies(batch, isMixed ? withoutOther(batch, sent) : sent);
    }

    private static List<Reply> withoutOther(Batch batch, List<Reply> sent) {
        List<Reply> own = new ArrayList<>(sent.subList(0, batch.size() + 1));
        Reply executed = sent.get(sent.size() - 1);
        own.add(
                executed instanceof Reply.Many many
                        ? new Reply.Many(many.elements().subList(0, batch.size()))
                        : executed);
        return own;
    }
}
