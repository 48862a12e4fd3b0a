package io.polybloom.tck.wrong.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;

/** Puts the name of an application in front of every key. */
@Breaks({
    Rule.BITS_OF_THE_REFERENCE,
    Rule.CANONICAL_CONFIG,
    Rule.SERVER_OF_A_PARTITION,
    Rule.TAGGED_NAMES,
    Rule.PARTITIONS_SPREAD,
    Rule.CLUSTER_OPERATIONS,
    Rule.KEYS_ARE_BYTES,
    Rule.CREATORS_AGREE,
    Rule.CLEARED_FOR_EVERYBODY,
    Rule.STALE_CLIENT_FOLLOWS,
    Rule.EXPIRY_OF_EVERY_KEY,
    Rule.EXPIRED_IS_GONE,
    Rule.FOREIGN_KEYS_UNTOUCHED,
    Rule.UNKNOWN_FORMAT_REFUSED,
    Rule.EXPIRES_AT_THE_INSTANT,
    Rule.EXPIRY_IS_LIFTED,
    Rule.LOST_CONFIG,
    Rule.LOST_CONFIG_IS_NOTICED,
    Rule.LAYERS_OF_THE_FORMAT,
    Rule.LOST_LAYER,
    Rule.GROWN_IS_CLEARED,
    Rule.LOST_PARTITION,
    Rule.FOREIGN_PARTITION,
    Rule.BITS_OF_A_LOAD,
    Rule.LOAD_KEEPS_ADDS,
    Rule.FAILED_LOAD_IS_REPEATED,
    Rule.EXPIRY_SURVIVES_A_LOAD,
    Rule.KNOWN_FOR_ITS_TIME,
    Rule.BITS_OF_OTHER_SYSTEMS,
    Rule.PARAMETERS_OF_OTHER_SYSTEMS,
    Rule.PARAMETERS_VOUCH,
    Rule.SERVERS_OF_OTHER_SYSTEMS,
    Rule.ERRORS_WITHOUT_TRAILER,
    Rule.LIFE_OF_OTHER_SYSTEMS
})
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
