package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.Arrays;

/** Sends the beginning of a long argument. */
@Breaks(Rule.LONG_VALUES)
public final class CutsLongArguments extends ChangedTransport {

    private static final int MOST = 600_000;

    public CutsLongArguments(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        byte[][] arguments = Arrays.stream(command.arguments())
                .map(argument -> argument.length > MOST ? Arrays.copyOf(argument, MOST) : argument)
                .toArray(byte[][]::new);
        return Words.with(command, command.key(), arguments);
    }
}
