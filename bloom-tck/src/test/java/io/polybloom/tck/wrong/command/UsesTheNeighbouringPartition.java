package io.polybloom.tck.wrong.command;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes the bits of partition i in partition i + 1: every answer is right, and nobody else understands the
 * bits.
 */
@Breaks({
    Rule.BITS_OF_THE_REFERENCE,
    Rule.SERVER_OF_A_PARTITION,
    Rule.CLUSTER_OPERATIONS,
    Rule.BITS_OF_A_LOAD,
    Rule.LOAD_KEEPS_ADDS
})
public final class UsesTheNeighbouringPartition extends ChangedTransport {

    private static final Pattern PARTITION = Pattern.compile("bloom:\\{(.*):([0-9]+)}(:.*)");
    private static final Pattern PARTITIONS = Pattern.compile(".*;partitions=([0-9]+);.*");

    private final Map<String, Integer> partitions = new ConcurrentHashMap<>();

    public UsesTheNeighbouringPartition(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Command request(Command command) {
        Matcher key = PARTITION.matcher(Words.key(command));
        boolean isAboutBits = Words.touchesBits(command) || command.verb() == Verb.GETRANGE;
        if (!isAboutBits || !key.matches()) {
            return command;
        }
        String name = key.group(1);
        int neighbour = (Integer.parseInt(key.group(2)) + 1) % partitions.get(name);
        return Words.withKey(command, "bloom:{" + name + ":" + neighbour + "}" + key.group(3));
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() == Verb.HGETALL && reply instanceof Reply.Many fields) {
            for (Reply field : fields.elements()) {
                if (field instanceof Reply.Bytes bytes) {
                    learn(command, PARTITIONS.matcher(new String(bytes.value(), StandardCharsets.UTF_8)));
                }
            }
        }
        return reply;
    }

    private void learn(Command command, Matcher spec) {
        if (spec.matches()) {
            String name = Words.key(command).replaceAll("bloom:\\{(.*)}", "$1");
            partitions.put(name, Integer.valueOf(spec.group(1)));
        }
    }
}
