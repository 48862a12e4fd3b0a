package io.polybloom.spi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts a batch to the commands on the wire, in which a group is enclosed by {@code MULTI} and {@code EXEC}, and
 * back. For adapters of clients that send raw commands; an adapter whose client has its own API for transactions does
 * not need it.
 */
public final class WireGroup {

    private static final int MULTI = 0;

    private WireGroup() {}

    /** Returns the commands to send for a batch, in order; for a batch that is not a group, its own. */
    public static List<Command> commands(Batch batch) {
        if (!batch.isGroup()) {
            return batch.commands();
        }
        byte[] key = batch.commands().get(0).key();
        List<Command> commands = new ArrayList<>(batch.size() + 2);
        commands.add(new Command(Verb.MULTI, key));
        commands.addAll(batch.commands());
        commands.add(new Command(Verb.EXEC, key));
        return commands;
    }

    /**
     * Returns the replies to the commands of a batch.
     *
     * @param sent one reply for each command of {@link #commands}; an error within the reply to {@code EXEC} is a
     *     {@link Reply.Failure} there
     */
    public static List<Reply> replies(Batch batch, List<Reply> sent) {
        if (!batch.isGroup() || sent.size() != batch.size() + 2) {
            return sent;
        }
        Reply.Failure refused = refusalOfMulti(sent.get(MULTI));
        if (refused != null) {
            return Collections.nCopies(batch.size(), refused);
        }
        Reply executed = sent.get(sent.size() - 1);
        List<Reply> replies = elements(executed);
        if (replies.size() == batch.size()) {
            return replies;
        }
        return Collections.nCopies(batch.size(), failure(sent, executed));
    }

    /** If the server refused MULTI, it has executed the commands one by one. */
    private static Reply.@Nullable Failure refusalOfMulti(Reply reply) {
        return reply instanceof Reply.Failure failure && failure.serverError() != null
                ? new Reply.Failure(failure.serverError(), failure.cause(), true)
                : null;
    }

    private static List<Reply> elements(Reply executed) {
        if (executed instanceof Reply.Many many) {
            return many.elements();
        }
        List<Reply> elements = new ArrayList<>();
        if (executed instanceof Reply.Ints integers) {
            for (long value : integers.values()) {
                elements.add(new Reply.Int(value));
            }
        }
        return elements;
    }

    /** The error of a command that was refused says more than that of EXEC, which says only that one was refused. */
    private static Reply.Failure failure(List<Reply> sent, Reply executed) {
        if (!(executed instanceof Reply.Failure last)) {
            return Reply.Failure.noAnswer(new IllegalStateException(
                    "EXEC was answered with " + executed + " and not with a reply per command"));
        }
        if (last.serverError() == null) {
            return last;
        }
        for (Reply reply : sent) {
            if (reply instanceof Reply.Failure failure && failure.serverError() != null) {
                return Reply.Failure.ofServer(failure.serverError(), failure.cause());
            }
        }
        return last;
    }
}
