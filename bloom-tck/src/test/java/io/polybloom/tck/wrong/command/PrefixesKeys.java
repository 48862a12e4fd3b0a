package io.polybloom.tck.wrong.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Puts the name of an application in front of every key. */
public final class PrefixesKeys extends ChangedTransport {

    private static final String PREFIX = "app:";

    public PrefixesKeys(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        Command prefixed = Words.withKey(command, PREFIX + Words.key(command));
        if (command.verb() != Verb.RENAMENX) {
            return prefixed;
        }
        return Words.of(Verb.RENAMENX, prefixed.key(), PREFIX + new String(command.arguments()[0], UTF_8));
    }
}
