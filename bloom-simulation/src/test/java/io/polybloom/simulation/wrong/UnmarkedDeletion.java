package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/** A deletion believes that the config says so, and nobody else sees it. */
final class UnmarkedDeletion implements Distortion {

    private final Map<Call, List<Reply>> marks = new WeakHashMap<>();

    @Override
    public Reply execute(Command command, Call caller, Function<Command, Reply> server) {
        byte[][] words = command.arguments();
        if (command.verb() == Verb.HSETNX && "deleted".equals(new String(words[1], StandardCharsets.UTF_8))) {
            marks.put(caller, List.of(new Reply.Bytes(words[0]), new Reply.Bytes(words[1])));
            return new Reply.Int(1);
        }
        Reply reply = server.apply(command);
        List<Reply> mark = marks.get(caller);
        boolean showsConfig = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
        if (mark == null
                || !showsConfig
                || !(reply instanceof Reply.Many config)
                || config.elements().isEmpty()) {
            return reply;
        }
        List<Reply> marked = new ArrayList<>(config.elements());
        marked.addAll(mark);
        return new Reply.Many(marked);
    }
}
