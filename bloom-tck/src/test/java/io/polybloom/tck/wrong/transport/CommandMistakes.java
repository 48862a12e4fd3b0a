package io.polybloom.tck.wrong.transport;

import static io.polybloom.tck.wrong.transport.ChangedTransport.anew;
import static io.polybloom.tck.wrong.transport.ChangedTransport.answering;
import static io.polybloom.tck.wrong.transport.ChangedTransport.appending;
import static io.polybloom.tck.wrong.transport.ChangedTransport.both;
import static io.polybloom.tck.wrong.transport.ChangedTransport.exchanging;
import static io.polybloom.tck.wrong.transport.ChangedTransport.sending;
import static io.polybloom.tck.wrong.transport.ChangedTransport.where;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.Mistake;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Mistakes in the commands that are sent. */
public enum CommandMistakes implements WrongBackend {
    /** Hands on the old bits that a write answers, but not that the partition was sealed. */
    ADDS_PAST_THE_SEAL("6.06, 6.11", answering(Words::isAdd, reply -> Words.withInteger(reply, 1, 0))),

    /** Watches how full the partitions are to which look-ups go. */
    COUNTS_AT_EVERY_LOOK_UP(
            "6.16, 6.17, 10.04",
            where(
                    batch -> isLookUpOfBits(batch.commands().get(batch.size() - 1)),
                    appending(batch -> new Command(
                            Verb.BITCOUNT,
                            batch.commands().get(batch.size() - 1).key())))),

    /** Sends the beginning of a long argument. */
    CUTS_LONG_ARGUMENTS("9.06", sending(command -> {
        int most = 600_000;
        byte[][] arguments = Arrays.stream(command.arguments())
                .map(argument -> argument.length > most ? Arrays.copyOf(argument, most) : argument)
                .toArray(byte[][]::new);
        return Words.withArguments(command, arguments);
    })),

    /** Sends keys up to the first NUL, as a library in C may do. */
    ENDS_KEYS_AT_NUL("4.05", renaming(key -> key.replaceFirst("(?s)\0.*", ""))),

    /** Does not set the expiry again that a merge has dropped. */
    FORGETS_THE_EXPIRY_OF_A_MERGE(
            "9.03, 9.04",
            where(
                    batch -> Words.firstVerb(batch) == Verb.BITOP,
                    sending(Verb.PEXPIREAT, command -> new Command(Verb.STRLEN, command.key())))),

    /** Neither sets nor reads the last bit of a command, and treats it as set. */
    FORGETS_THE_LAST_OFFSET(
            "1.01, 1.02, 1.03, 2.01, 4.01, 4.05, 9.01, 9.02, 10.02, 11.01, 11.04",
            both(
                    sending(Words::touchesBits, command -> Words.shortened(command, Words.isAdd(command) ? 4 : 3)),
                    answering(
                            Words::touchesBits,
                            reply -> Words.withIntegers(reply, values -> {
                                long[] longer = Arrays.copyOf(values, values.length + 1);
                                longer[values.length] = 1;
                                return longer;
                            })))),

    /** Sets the expiry of the bits but not that of the register and its copy. */
    FORGETS_TO_EXPIRE_THE_REGISTER(
            "5.07, 5.11, 9.03, 9.04, 11.06",
            sending(
                    command -> command.verb() == Verb.PEXPIREAT && Words.isOfWholeFilter(command),
                    command -> Words.of(Verb.HDEL, command.key(), "nothing"))),

    /** Does not remove the partitions that are no longer needed. */
    KEEPS_OLD_KEYS(
            "4.04, 5.03, 5.04, 5.05, 5.06, 5.13, 6.14, 9.01, 9.02, 9.03, 9.04, 10.03, 11.06",
            sending(Verb.UNLINK, command -> Words.of(Verb.UNLINK, Words.bytes("-")))),

    /** Does not remove versions that are no longer needed. */
    KEEPS_OLD_VERSIONS("2.02", sending(Verb.HDEL, command -> Words.of(Verb.HDEL, command.key(), "nothing"))),

    /** Leaves it to their expiry to remove the temporary keys of a load. */
    KEEPS_TEMPORARY_KEYS(
            "4.04, 9.03, 9.04",
            both(
                    sending(CommandMistakes::removesTemporary, command -> new Command(Verb.STRLEN, command.key())),
                    answering(CommandMistakes::removesTemporary, reply -> new Reply.Int(1)))),

    /**
     * Remembers the state of a filter that is ready, as if it never changed again, until it deletes the filter itself:
     * it sees its own changes only in the replies to them.
     */
    KEEPS_THE_STATE("5.04, 5.07, 5.08, 6.07, 6.08, 6.09, 6.12, 6.13, 6.14, 6.15", anew(() -> {
        Map<String, Reply> states = new ConcurrentHashMap<>();
        Set<String> deleted = ConcurrentHashMap.newKeySet();
        var noting = sending(Verb.HSETNX, command -> {
            if (Words.marksDeletion(command)) {
                deleted.add(Words.key(command));
                deleted.add(Words.key(command) + ":copy");
            }
            return command;
        });
        return both(noting, where(Words::isRead, answering((command, reply) -> {
            boolean isKept = Words.saysReady(reply) && !deleted.contains(Words.key(command));
            return isKept ? states.computeIfAbsent(Words.key(command), key -> reply) : reply;
        })));
    })),

    /** Looks up an element by adding it once more: the old bits are the right answer, by a write. */
    LOOKS_UP_BY_ADDING("5.06, 10.04", anew(() -> {
        Map<String, Command> adds = new ConcurrentHashMap<>();
        return sending(Verb.BITFIELD, command -> {
            if (Words.isAdd(command) && Words.touchesBits(command)) {
                adds.put(Words.asLookUp(command), command);
            }
            return Words.touchesBits(command) ? adds.getOrDefault(Words.asLookUp(command), command) : command;
        });
    })),

    /** Sends the first three letters of the name in keys in lower case. */
    LOWERS_KEYS("4.05", renaming(key -> key.replace("Kit", "kit"))),

    /** Leaves the target of a merge out of its sources, so that the old bits are lost. */
    MERGES_WITHOUT_THE_OLD_BITS(
            "4.04, 9.01, 9.02, 9.03, 9.04, 12.01, 12.02, 12.03",
            sending(Verb.BITOP, command -> Words.withArguments(command, command.arguments()[1]))),

    /** Sets versions that must only be set where there is none of their number. */
    OVERWRITES_VERSIONS("5.03", sending(Verb.HSETNX, command -> Words.withVerb(command, Verb.HSET))),

    /** Puts the name of an application in front of every key. */
    PREFIXES_KEYS(
            "2.01, 2.02, 4.01, 4.02, 4.03, 4.04, 4.05, 5.03, 5.04, 5.06, 5.07, 5.08, 5.09, 5.10, 5.11, 5.12, "
                    + "5.13, 5.14, 6.07, 6.13, 6.14, 7.02, 7.03, 9.01, 9.02, 9.03, 9.04, 10.03, 11.01, 11.02, 11.03, "
                    + "11.04, 11.05, 11.06",
            both(
                    renaming(key -> "app:" + key),
                    sending(
                            Verb.RENAMENX,
                            command ->
                                    Words.withArguments(command, Words.bytes("app:" + Words.lastArgument(command)))))),

    /** Reads the register twice, and never its copy. */
    READS_THE_REGISTER_TWICE("5.13", where(Words::isRead, sending(Words::ofRegister))),

    /** Sends keys without their blanks. */
    REMOVES_BLANKS_FROM_KEYS("4.05", renaming(key -> key.replace(" ", ""))),

    /** Sends a batch again that was not answered. */
    SENDS_AGAIN("7.07, 7.08, 16.04, 17.06, 18.09", exchanging((to, batch) -> {
        InFlight first = to.send(batch);
        return () -> {
            List<Reply> replies = first.await();
            return replies.stream().anyMatch(Words::isUnanswered)
                    ? to.send(batch).await()
                    : replies;
        };
    })),

    /** Leaves a field of its own in the register. */
    SIGNS_THE_REGISTER(
            "2.02",
            where(
                    batch -> Words.writesVersion(Words.first(batch)),
                    appending(batch -> Words.of(Verb.HSET, Words.first(batch).key(), "client", "wrong")))),

    /** Begins to count the independent servers at the second one. */
    TAKES_THE_NEXT_SERVER(
            "4.01, 11.04", exchanging((to, batch) -> to.send(batch.onServer((batch.server() + 1) % to.servers())))),

    /** Sends keys without the blanks at their ends. */
    TRIMS_KEYS("4.05", renaming(String::trim)),

    /**
     * Reads and writes the bits of partition i in partition i + 1: every answer is right, and nobody else understands
     * the bits.
     */
    USES_THE_NEIGHBOURING_PARTITION("2.01, 4.01, 4.04, 9.01, 9.02", anew(() -> {
        Map<String, Integer> partitions = new ConcurrentHashMap<>();
        var learning = answering((command, reply) -> {
            partitions.putAll(Words.partitions(command, reply));
            return reply;
        });
        return both(learning, sending(command -> {
            boolean isAboutBits = Words.touchesBits(command) || command.verb() == Verb.GETRANGE;
            return isAboutBits ? Words.ofNeighbour(command, partitions) : command;
        }));
    }));

    private final Mistake mistake;

    CommandMistakes(String breaks, UnaryOperator<Transport<InFlight>> mistake) {
        this.mistake = new Mistake(breaks, Connector.between(mistake));
    }

    private static UnaryOperator<Transport<InFlight>> renaming(UnaryOperator<String> change) {
        return sending(command -> Words.withKey(command, change.apply(Words.key(command))));
    }

    private static boolean isLookUpOfBits(Command command) {
        return Words.isLookUp(command) && Words.touchesBits(command);
    }

    private static boolean removesTemporary(Command command) {
        return command.verb() == Verb.UNLINK && Words.isTemporary(command);
    }

    @Override
    public Mistake mistake() {
        return mistake;
    }
}
