package io.polybloom.tck.wrong.transport;

import static io.polybloom.tck.wrong.transport.ChangedTransport.anew;
import static io.polybloom.tck.wrong.transport.ChangedTransport.answering;
import static io.polybloom.tck.wrong.transport.ChangedTransport.both;
import static io.polybloom.tck.wrong.transport.ChangedTransport.exchanging;
import static io.polybloom.tck.wrong.transport.ChangedTransport.refused;
import static io.polybloom.tck.wrong.transport.ChangedTransport.sending;
import static io.polybloom.tck.wrong.transport.ChangedTransport.where;

import com.google.common.primitives.Longs;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.Mistake;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Mistakes with what only some filters have: acknowledgements, windows, claims, removable elements, and bits in filters
 * of the server; and with counters, snapshots and mirrors.
 */
public enum FeatureMistakes implements WrongBackend {
    /** Drops the non-ASCII characters from the name of a counter. */
    COUNTS_ELSEWHERE(
            "17.02",
            sending(
                    command -> command.verb() == Verb.PFADD || command.verb() == Verb.PFCOUNT,
                    command -> Words.withKey(command, Words.key(command).replaceAll("[^\\x00-\\x7f]", "")))),

    /** Counts only the first half of the elements of a call. */
    COUNTS_HALF_OF_A_CALL(
            "17.01, 17.02, 17.03",
            sending(Verb.PFADD, command -> Words.shortened(command, command.arguments().length / 2))),

    /** Forgets that an emptied counter keeps its expiry. */
    DROPS_OPTIONS(
            "17.05",
            sending(
                    command -> command.verb() == Verb.SET
                            && Words.lastArgument(command).equals("KEEPTTL"),
                    command -> Words.shortened(command, 1))),

    /** Leaves out OVERFLOW, so that a counter that has stopped at 15 begins again at 0. */
    LETS_STOPPED_COUNTERS_FALL("16.01, 16.02, 16.03", sending(Verb.BITFIELD, command -> {
        List<byte[]> kept = new ArrayList<>(List.of(command.arguments()));
        for (int i = kept.size() - 1; i >= 0; i--) {
            if (Words.text(kept.get(i)).equals("OVERFLOW")) {
                kept.subList(i, i + 2).clear();
            }
        }
        return Words.withArguments(command, kept.toArray(byte[][]::new));
    })),

    /** Leaves out the last of the counters that are to be merged. */
    MERGES_ALL_BUT_THE_LAST("17.03", sending(Verb.PFMERGE, command -> Words.shortened(command, 1))),

    /** Decrements each counter by two in place of one. */
    REMOVES_TWICE(
            "16.01, 16.02, 16.03, 16.04, 16.07",
            both(
                    sending(FeatureMistakes::isRemoval, command -> {
                        List<byte[]> twice = new ArrayList<>(List.of(command.arguments()));
                        twice.addAll(List.of(command.arguments()));
                        return Words.withArguments(command, twice.toArray(byte[][]::new));
                    }),
                    answering(
                            FeatureMistakes::isRemoval,
                            reply -> Words.withIntegers(reply, values -> Arrays.copyOf(values, values.length / 2))))),

    /** Says that all replicas have a write, as it is when nothing is wrong. */
    ACKNOWLEDGES_ITSELF(
            "7.13, 7.14, 7.19",
            answering((command, reply) -> command.verb() == Verb.WAIT
                    ? Reply.of(Long.parseLong(Words.text(command.arguments()[0])))
                    : reply)),

    /** Takes every write for persisted, also on a server that has no append-only file. */
    TRUSTS_EVERY_FILE("7.15", answering(Verb.WAITAOF, reply -> new Reply.Ints(new long[] {1, 1}))),

    /** Hands the answers of a filter of the server back from the last to the first. */
    ANSWERS_FROM_THE_END(
            "18.01",
            answering(
                    Verb.BF_INSERT,
                    reply -> Words.withIntegers(reply, answers -> {
                        Collections.reverse(Longs.asList(answers));
                        return answers;
                    }))),

    /** Hides from the core why the server has refused a command. */
    HIDES_THE_REFUSAL(
            "18.06",
            refused((command, failure) ->
                    command.verb().isOfModule() && failure.serverError().matches("(?s)NOPERM.*|.*unknown command.*")
                            ? Reply.Failure.ofServer("ERR refused", null)
                            : failure)),

    /** Removes all keys of a partition but the filter of the server. */
    KEEPS_FILTERS_OF_THE_SERVER("18.05", sending(Verb.UNLINK, Words::withoutServersFilters)),

    /** Reserves all filters of the server so that they refuse elements beyond their capacity. */
    LETS_NO_FILTER_GROW(
            "18.03",
            sending(
                    Verb.BF_RESERVE,
                    command -> Words.withArguments(
                            command, command.arguments()[0], command.arguments()[1], Words.bytes("NONSCALING")))),

    /** Sends the items of a filter of the server in quotation marks, which nobody else does. */
    QUOTES_ITEMS(
            "18.08",
            both(
                    // The words before the items: NOCREATE ITEMS.
                    sending(Verb.BF_INSERT, command -> quoting(command, 2)),
                    sending(Verb.BF_MEXISTS, command -> quoting(command, 0)))),

    /** Takes an element that a full filter of the server has refused for one that is present. */
    TAKES_FULL_FOR_PRESENT(
            "18.02",
            answering((command, reply) ->
                    command.verb() == Verb.BF_INSERT && reply.toString().contains("filter is full")
                            ? new Reply.Ints(new long[command.arguments().length - 2])
                            : reply)),

    /** Overlooks that the server knows no filter of a key. */
    TAKES_LOST_FILTERS_FOR_EMPTY(
            "18.04",
            answering(
                    Verb.BF_INFO,
                    reply -> reply.toString().contains("ERR not found") ? new Reply.Ints(new long[] {1}) : reply)),

    /** Hands back that claims are those that were made, once it has seen them, even if their key was lost since. */
    BELIEVES_IN_LOST_CLAIMS("15.04", anew(() -> {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        return answering((command, reply) -> {
            boolean isCount = command.verb() == Verb.ZLEXCOUNT;
            if (isCount && reply.equals(new Reply.Int(1))) {
                seen.add(Words.key(command));
            }
            return isCount && seen.contains(Words.key(command)) ? new Reply.Int(1) : reply;
        });
    })),

    /** Puts claims off until its next command, so that a crash in between leaves bits without a claim. */
    CLAIMS_TOO_LATE("15.02", anew(() -> {
        ThreadLocal<Batch> putOff = new ThreadLocal<>();
        return exchanging((to, batch) -> {
            Batch before = putOff.get();
            putOff.remove();
            List<Command> commands = new ArrayList<>(batch.commands());
            List<Reply> early = new ArrayList<>();
            if (isClaim(batch)) {
                Command claim = commands.remove(batch.proofs());
                putOff.set(ChangedTransport.withCommands(batch, List.of(claim)));
                early.add(new Reply.Int(1));
            }
            InFlight sent = to.send(ChangedTransport.withCommands(batch, commands));
            return () -> {
                List<Reply> replies = new ArrayList<>(sent.await());
                replies.addAll(batch.proofs(), early);
                if (before != null) {
                    to.send(before).await();
                }
                return replies;
            };
        });
    })),

    /** Does not let claims expire. */
    KEEPS_CLAIMS_FOR_EVER(
            "15.05",
            sending(
                    command -> command.verb() == Verb.PEXPIREAT && Words.isOfClaims(command),
                    command -> new Command(Verb.PERSIST, command.key()))),

    /** Does not remove settled claims. */
    KEEPS_WHAT_IS_SETTLED(
            "15.01, 15.03", sending(Verb.ZREMRANGEBYLEX, command -> Words.withVerb(command, Verb.ZLEXCOUNT))),

    /** Hands back no claims, such as from a cache that was filled before there were any. */
    OVERLOOKS_CLAIMS("13.08, 15.01, 15.02, 15.03, 15.05", answering(Verb.ZRANGEBYLEX, reply -> Words.NOTHING)),

    /** Returns the time in whole seconds. */
    CUTS_THE_TIME(
            "13.02",
            answering(
                    Verb.TIME,
                    reply -> reply instanceof Reply.Many time
                            ? new Reply.Many(List.of(time.elements().get(0), new Reply.Bytes(Words.bytes("0"))))
                            : reply)),

    /** Hands back no claims once some time has passed, such as from keys that expire with the slices. */
    FORGETS_CLAIMS_WITH_THE_WINDOW("13.08", anew(() -> {
        long windowSeconds = 12 * 3600;
        AtomicLong first = new AtomicLong();
        AtomicLong now = new AtomicLong();
        var noting = answering(Verb.TIME, reply -> {
            if (reply instanceof Reply.Many) {
                now.set(Long.parseLong(Words.texts(reply).get(0)));
                first.compareAndSet(0, now.get());
            }
            return reply;
        });
        return both(
                noting,
                answering(Verb.ZRANGEBYLEX, reply -> now.get() - first.get() > windowSeconds ? Words.NOTHING : reply));
    })),

    /** Does not let the keys of slices expire. */
    KEEPS_SLICES_FOR_EVER(
            "13.02, 13.06",
            sending(
                    command -> command.verb() == Verb.PEXPIREAT && Words.isOfSlice(command),
                    command -> new Command(Verb.PERSIST, command.key()))),

    /** Sends each BITOP with the same operation, so that it sets the columns that are to be cleared. */
    MERGES_THE_MASK("13.01, 13.02, 13.05", sending(Verb.BITOP_AND, command -> Words.withVerb(command, Verb.BITOP))),

    /** Sends a key with TIME, as with all other commands, so that the server refuses it. */
    SENDS_THE_KEY_OF_A_TIME(
            "13.01, 13.02, 13.03, 13.04, 13.05, 13.06, 13.07, 13.08, 14.05",
            sending(Verb.TIME, command -> Command.reading(Verb.TIME, command.key(), command.key()))),

    /** Always returns the first time that the server has told. */
    STOPS_THE_CLOCK("13.01, 13.02, 13.03, 13.04, 13.05, 13.08", anew(() -> {
        Map<Verb, Reply> first = new ConcurrentHashMap<>();
        return answering(Verb.TIME, reply -> first.computeIfAbsent(Verb.TIME, none -> reply));
    })),

    /** Hands back that the key of a partition is the one that was created, even when it is missing and has no bits. */
    TAKES_LOST_SLICES_FOR_EMPTY(
            "13.03, 13.05",
            answering(
                    command ->
                            command.verb() == Verb.BITFIELD && Words.isOfSlice(command) && Words.touchesBits(command),
                    reply -> Words.withInteger(reply, 0, 1))),

    /** Takes the bits of all layers but the first for zeros, where a batch also leaves the witness of a mirror. */
    READS_ONLY_THE_FIRST_LAYER("19.01, 19.03", anew(() -> {
        Set<String> later = ConcurrentHashMap.newKeySet();
        var learning = answering(Verb.HGETALL, reply -> {
            later.addAll(Words.laterLayers(reply));
            return reply;
        });
        return both(
                learning,
                where(
                        batch -> batch.commands().stream().anyMatch(command -> command.verb() == Verb.SET),
                        answering(
                                command -> command.verb() == Verb.GETRANGE && later.contains(Words.layer(command)),
                                reply -> Words.withBytes(
                                        reply, bytes -> bytes.length > 1 ? new byte[bytes.length] : bytes))));
    })),

    /**
     * Answers a reading of the witness of a mirror with the one that was left last, whether or not it is still there.
     */
    REMEMBERS_ITS_WITNESSES("19.07", anew(() -> {
        Map<String, Reply> left = new ConcurrentHashMap<>();
        return answering((command, reply) -> {
            if (command.verb() == Verb.SET) {
                left.put(Words.key(command), new Reply.Bytes(command.arguments()[0]));
            }
            return command.verb() == Verb.GETRANGE && reply instanceof Reply.Bytes
                    ? left.getOrDefault(Words.key(command), reply)
                    : reply;
        });
    })),

    /** Counts the bits of the strings that it has written, and not those that the server still has. */
    COUNTS_WHAT_IT_WROTE("20.02", anew(() -> {
        Map<String, Long> written = new ConcurrentHashMap<>();
        return answering((command, reply) -> {
            if (command.verb() == Verb.SET) {
                long ones = BitSet.valueOf(command.arguments()[0]).cardinality();
                written.merge(Words.key(command), ones, Long::sum);
            }
            Long ones = written.get(Words.key(command));
            return command.verb() == Verb.BITCOUNT && ones != null ? new Reply.Int(ones) : reply;
        });
    })),

    /** Reads the hash of the imports under a name as if it were empty. */
    HIDES_EARLIER_IMPORTS(
            "20.01, 20.02, 20.03, 20.04",
            answering(command -> command.verb() == Verb.HGETALL && Words.isOfImports(command), reply -> Words.NOTHING)),

    /** Writes the partitions of a snapshot without the time for which they live until they are published. */
    KEEPS_WHAT_IT_IMPORTS(
            "20.04",
            sending(
                    command -> command.verb() == Verb.SET && !Words.isTemporary(command),
                    // PX and the milliseconds.
                    command -> Words.shortened(command, 2))),

    /** Writes each piece of a partition to its beginning. */
    WRITES_PIECES_FROM_THE_START(
            "20.01",
            sending(
                    command -> command.verb() == Verb.SETRANGE && !Words.isTemporary(command),
                    command -> Words.withArguments(command, Words.bytes("0"), command.arguments()[1])));

    private static final int TRAILER_VALUES = 2;

    private final Mistake mistake;

    FeatureMistakes(String breaks, UnaryOperator<Transport<InFlight>> mistake) {
        this.mistake = new Mistake(breaks, Connector.between(mistake));
    }

    private static boolean isRemoval(Command command) {
        return Words.isAdd(command)
                && command.arguments().length > TRAILER_VALUES
                && Words.lastArgument(command).equals("-1");
    }

    private static Command quoting(Command command, int from) {
        byte[][] words = command.arguments().clone();
        for (int i = from; i < words.length; i++) {
            String item = new String(words[i], StandardCharsets.ISO_8859_1);
            words[i] = ('"' + item + '"').getBytes(StandardCharsets.ISO_8859_1);
        }
        return Words.withArguments(command, words);
    }

    private static boolean isClaim(Batch batch) {
        return batch.size() > 1
                && Words.firstVerb(batch) == Verb.ZADD
                && !Words.lastArgument(Words.first(batch)).equals("-");
    }

    @Override
    public Mistake mistake() {
        return mistake;
    }
}
