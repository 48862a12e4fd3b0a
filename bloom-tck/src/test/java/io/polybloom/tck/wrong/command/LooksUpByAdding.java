package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Looks up an element by adding it once more: the old bits are the right answer, by a write. */
@Breaks({Rule.STALE_CLIENT_FOLLOWS, Rule.KNOWN_IS_CONFIRMED_BY_A_READ})
public final class LooksUpByAdding extends ChangedTransport {

    private final Map<String, Command> adds = new ConcurrentHashMap<>();

    public LooksUpByAdding(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        if (command.verb() != Verb.BITFIELD || !Words.touchesBits(command)) {
            return command;
        }
        if (Words.isAdd(command)) {
            adds.put(Words.asLookUp(command), command);
            return command;
        }
        return adds.getOrDefault(Words.asLookUp(command), command);
    }
}
