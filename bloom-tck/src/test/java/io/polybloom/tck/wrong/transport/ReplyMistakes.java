package io.polybloom.tck.wrong.transport;

import static io.polybloom.tck.wrong.transport.ChangedTransport.anew;
import static io.polybloom.tck.wrong.transport.ChangedTransport.answering;
import static io.polybloom.tck.wrong.transport.ChangedTransport.exchanging;
import static io.polybloom.tck.wrong.transport.ChangedTransport.failing;
import static io.polybloom.tck.wrong.transport.ChangedTransport.handingBack;
import static io.polybloom.tck.wrong.transport.ChangedTransport.refused;
import static io.polybloom.tck.wrong.transport.ChangedTransport.sending;
import static io.polybloom.tck.wrong.transport.ChangedTransport.where;

import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Mistakes in the replies that are handed back. */
public enum ReplyMistakes implements WrongBackend {
    /** Claims that a key which has got bits by a merge is the one that was created. */
    BELIEVES_IN_MERGES(
            Set.of(Rule.UNION_NOTICES_LOSS),
            where(
                    batch -> Words.firstVerb(batch) == Verb.BITOP,
                    answering(Verb.BITFIELD_RO, reply -> Words.withInteger(reply, 0, 1)))),

    /** Loses a tenth of the bits that it counts. */
    COUNTS_TOO_FEW_BITS(
            Set.of(
                    Rule.STATS_MEASURE,
                    Rule.SERVER_OF_A_PARTITION,
                    Rule.PARTITIONS_SPREAD,
                    Rule.OVERFULL_IS_TOLD,
                    Rule.ACCEPTS_ITS_CAPACITY,
                    Rule.ACCEPTS_A_SMALL_CAPACITY,
                    Rule.LAYERS_ARE_USED_UP,
                    Rule.REBUILD_GROWS),
            answering(Verb.BITCOUNT, reply -> Words.withInteger(reply, count -> count - count / 10))),

    /** Counts the bits of a whole key where a range was asked for. */
    COUNTS_WHOLE_KEYS(
            Set.of(Rule.STATS_MEASURE, Rule.ACCEPTS_ITS_CAPACITY),
            sending(Verb.BITCOUNT, command -> new Command(Verb.BITCOUNT, command.key()))),

    /** Reads the first mebibyte of a reply. */
    CUTS_LONG_REPLIES(
            Set.of(Rule.LONG_VALUES),
            answering((command, reply) ->
                    Words.withBytes(reply, bytes -> Arrays.copyOf(bytes, Math.min(bytes.length, 1 << 20))))),

    /** Takes the second integer of a trailer for one bit, the seal, and cuts off the marks of rebuilds. */
    CUTS_MARKS_OFF(Set.of(Rule.REBUILD_BESIDE_USE), answering(ReplyMistakes::hasTrailer, reply -> {
        long seal = 64;
        return Words.withIntegers(reply, values -> {
            values[1] = values[1] > 1 ? values[1] & seal : values[1];
            return values;
        });
    })),

    /** Says that nothing was sent if its thread was interrupted. */
    DENIES_INTERRUPTED_WRITES(
            Set.of(Rule.INTERRUPTED_WAIT),
            answering((command, reply) -> Thread.currentThread().isInterrupted()
                    ? Reply.Failure.notSent(new InterruptedException())
                    : reply)),

    /** Hands an error of the server on, but not that the command has had no effect then. */
    DOUBTS_REFUSALS(
            Set.of(Rule.SERVER_ERRORS, Rule.ERRORS_WITHOUT_TRAILER),
            refused((command, failure) ->
                    Words.isRace(command) ? failure : new Reply.Failure(failure.serverError(), failure.cause(), true))),

    /** Takes a write that is refused for lack of a disk, replicas or a primary for one without an answer. */
    DOUBTS_THE_FULL_DISK(
            Set.of(Rule.SERVER_ERRORS),
            refused((command, failure) -> failure.serverError().matches("(MISCONF|NOREPLICAS|MASTERDOWN) .*")
                    ? Reply.Failure.noAnswer(new IllegalStateException("refused"))
                    : failure)),

    /** Hands back only the first reply of several look-ups. */
    DROPS_REPLIES(
            Set.of(
                    Rule.NO_FALSE_NEGATIVE,
                    Rule.BULK_ANSWERS_IN_ORDER,
                    Rule.RATE_AS_PROMISED,
                    Rule.PARTITIONS_SPREAD,
                    Rule.CLUSTER_OPERATIONS,
                    Rule.CLEARED_FOR_EVERYBODY,
                    Rule.LOAD_NOTICES_LOSS,
                    Rule.KNOWN_IS_TRUE,
                    Rule.SERVERS_OF_OTHER_SYSTEMS),
            handingBack((batch, replies) -> {
                long lookUps =
                        batch.commands().stream().filter(Words::readsBits).count();
                return lookUps > 1 ? replies.subList(0, 1) : replies;
            })),

    /** Claims that every key is the one that was created. */
    IGNORES_THE_SENTINEL(
            Set.of(
                    Rule.CLEARED_FOR_EVERYBODY,
                    Rule.DELETED_FOR_EVERYBODY,
                    Rule.STALE_CLIENT_FOLLOWS,
                    Rule.EXPIRED_IS_GONE,
                    Rule.LOST_CONFIG,
                    Rule.LOST_LAYER,
                    Rule.LOST_PARTITION,
                    Rule.KNOWN_FOR_ITS_TIME,
                    Rule.BITS_OF_OTHER_SYSTEMS,
                    Rule.CLEARED_IS_NOT_REMOVED),
            answering(Words::touchesBits, reply -> Words.withInteger(reply, 0, 1))),

    /** Goes on with a connection whose last reply was not read: a number of batches get the answers to earlier ones. */
    KEEPS_UNREAD_REPLIES(
            Set.of(Rule.BULK_TELLS_THE_TRUTH, Rule.WRITES_ARE_SENT_ONCE, Rule.CUT_REPLY_IS_NO_ANSWER), anew(() -> {
                UnreadReplies unread = new UnreadReplies();
                return handingBack((batch, replies) -> unread.next(replies));
            })),

    /** Leaves the reply unread if its thread is interrupted: the next batch gets it. */
    LEAVES_INTERRUPTED_REPLIES(Set.of(Rule.INTERRUPTED_WAIT), anew(() -> {
        InterruptedReplies unread = new InterruptedReplies();
        return exchanging((to, batch) -> {
            var answer = InterruptedReplies.uninterrupted(to.send(batch));
            return () -> unread.next(answer, batch.size());
        });
    })),

    /** Says of a client that was closed that there is no connection. */
    LOOKS_FOR_THE_SERVER(
            Set.of(Rule.CLOSED_CLIENT),
            failing((command, failure) -> failure.cause() instanceof ClientClosedException
                    ? Reply.Failure.notSent(new IOException("no connection"))
                    : failure)),

    /** Reads integers without their sign. */
    LOSES_SIGNS(Set.of(Rule.LIFE_OF_OTHER_SYSTEMS), answering((command, reply) -> Words.withInteger(reply, Math::abs))),

    /** Hands on that the server refused a command or could not be reached, but not why. */
    LOSES_THE_REASON(
            Set.of(
                    Rule.FOREIGN_KEYS_UNTOUCHED,
                    Rule.SERVER_ERRORS,
                    Rule.FOREIGN_PARTITION,
                    Rule.UNREACHABLE,
                    Rule.LOGIN_REFUSED,
                    Rule.ERRORS_WITHOUT_TRAILER,
                    Rule.HOST_REFUSES_A_COMMAND),
            failing((command, failure) -> {
                IllegalStateException instead = new IllegalStateException("Redis failed");
                if (Words.isRace(command)) {
                    return failure;
                }
                return failure.serverError() == null
                        ? new Reply.Failure(null, instead, failure.mayHaveBeenApplied())
                        : Reply.Failure.ofServer("ERR Redis failed", instead);
            })),

    /** Gives the answer of one thread to another one that waits at the same time for an answer of equal length. */
    MIXES_UP_THREADS(Set.of(Rule.TRUE_IF_A_BIT_CHANGED), anew(() -> {
        MixedUpThreads threads = new MixedUpThreads();
        return exchanging((to, batch) -> {
            InFlight inFlight = to.send(batch);
            return Words.touchesBits(batch.commands().get(0)) ? () -> threads.await(inFlight) : inFlight;
        });
    })),

    /** Reads integers as 32 bits. */
    NARROWS_INTEGERS(
            Set.of(Rule.COUNTS_BEYOND_32_BITS),
            answering((command, reply) -> Words.withInteger(reply, number -> (int) number))),

    /** Reads the bits of a partition, but not that it is sealed. */
    OVERLOOKS_THE_SEAL(
            Set.of(
                    Rule.FULL_IS_READ_ONLY,
                    Rule.LAYERS_OF_THE_FORMAT,
                    Rule.GROWS_WITHIN_ITS_RATE,
                    Rule.LAYERS_ARE_USED_UP,
                    Rule.GROWTH_IS_RESUMED,
                    Rule.LOST_LAYER,
                    Rule.LAYERS_IN_ONE_ROUND_TRIP,
                    Rule.BITS_OF_OTHER_SYSTEMS,
                    Rule.PARAMETERS_OF_OTHER_SYSTEMS,
                    Rule.SERVERS_OF_OTHER_SYSTEMS),
            answering(Words::isLookUp, reply -> Words.withInteger(reply, 1, 0))),

    /** Looks up every other bit of the elements, to save time, and takes the others for set. */
    READS_EVERY_OTHER_BIT(
            Set.of(
                    Rule.BULK_ANSWERS_IN_ORDER,
                    Rule.RATE_AS_PROMISED,
                    Rule.OVERFULL_RATE,
                    Rule.LAYERS_OF_THE_FORMAT,
                    Rule.GROWS_WITHIN_ITS_RATE,
                    Rule.LAYERS_ARE_USED_UP,
                    Rule.ONE_LAYER_AT_ONCE,
                    Rule.STALE_CLIENT_ASKS_ON,
                    Rule.GROWTH_IS_RESUMED,
                    Rule.LOST_LAYER,
                    Rule.GROWN_IS_CLEARED,
                    Rule.KNOWN_IS_TRUE),
            EveryOtherBit.read()),

    /** Remembers the answers of look-ups forever, like a replica that has stopped. */
    READS_FROM_AN_OLD_CACHE(
            Set.of(
                    Rule.NO_FALSE_NEGATIVE,
                    Rule.TRUE_IF_A_BIT_CHANGED,
                    Rule.CLEARED_FOR_EVERYBODY,
                    Rule.DELETED_FOR_EVERYBODY,
                    Rule.STALE_CLIENT_FOLLOWS,
                    Rule.LOST_CONFIG,
                    Rule.KNOWN_IS_TRUE),
            anew(() -> {
                Map<List<String>, Reply> cache = new ConcurrentHashMap<>();
                return answering((command, reply) -> {
                    if (!Words.readsBits(command) || reply instanceof Reply.Failure) {
                        return reply;
                    }
                    List<String> words = new ArrayList<>(List.of(Words.key(command)));
                    for (byte[] argument : command.arguments()) {
                        words.add(Words.text(argument));
                    }
                    return cache.computeIfAbsent(words, unknown -> reply);
                });
            })),

    /** Remembers the parameters of another system's filter forever once it has seen them. */
    REMEMBERS_PARAMETERS(
            Set.of(Rule.PARAMETERS_OF_OTHER_SYSTEMS, Rule.PARAMETERS_VOUCH, Rule.ERRORS_WITHOUT_TRAILER), anew(() -> {
                Map<String, Reply> known = new ConcurrentHashMap<>();
                return answering((command, reply) -> {
                    String key = Words.key(command);
                    if (command.verb() != Verb.HGETALL || !key.startsWith("{") || !key.endsWith("}:config")) {
                        return reply;
                    }
                    if (!Words.texts(reply).isEmpty()) {
                        known.putIfAbsent(key, reply);
                    }
                    return known.getOrDefault(key, reply);
                });
            })),

    /** Waits on when its thread is interrupted, and forgets that it was. */
    SWALLOWS_INTERRUPTS(Set.of(Rule.INTERRUPTED_WAIT), exchanging((to, batch) -> {
        InFlight inFlight = to.send(batch);
        return () -> InterruptedReplies.swallowing(InterruptedReplies.uninterrupted(inFlight));
    })),

    /** Sends several commands as one pipeline and mixes up the first two answers of equal length. */
    SWAPS_TWO_REPLIES(
            Set.of(Rule.NO_FALSE_NEGATIVE, Rule.BULK_ANSWERS_IN_ORDER, Rule.KNOWN_IS_TRUE),
            right ->
                    new ChangedTransport(right, (to, batch) -> {
                        InFlight inFlight = to.send(batch);
                        return () -> swapped(inFlight.await(), batch.proofs());
                    }) {
                        @Override
                        public boolean joinsSlots() {
                            return true;
                        }
                    }),

    /**
     * Takes an error of the server for an empty answer, as clients do that look at the errors of a pipeline only as a
     * whole.
     */
    TAKES_ERRORS_FOR_NOTHING(
            Set.of(
                    Rule.FOREIGN_KEYS_UNTOUCHED,
                    Rule.GROWTH_IS_RESUMED,
                    Rule.SERVER_ERRORS,
                    Rule.FOREIGN_PARTITION,
                    Rule.FAILED_LOAD_IS_REPEATED,
                    Rule.ERRORS_WITHOUT_TRAILER),
            refused((command, failure) -> command.verb().answersWithArray() ? Words.NOTHING : new Reply.Int(0))),

    /** Hands an error of the server on as the cause of an answer that did not come. */
    TAKES_REFUSALS_FOR_SILENCE(
            Set.of(Rule.SERVER_ERRORS, Rule.ERRORS_WITHOUT_TRAILER),
            refused((command, failure) -> Words.isRace(command)
                    ? failure
                    : Reply.Failure.noAnswer(new IllegalStateException(failure.serverError(), failure.cause()))));

    private final Set<Rule> breaks;
    private final Connector connector;

    ReplyMistakes(Set<Rule> breaks, UnaryOperator<Transport<InFlight>> mistake) {
        this.breaks = breaks;
        connector = Connector.between(mistake);
    }

    private static boolean hasTrailer(Command command) {
        return command.verb() == Verb.BITFIELD || command.verb() == Verb.BITFIELD_RO;
    }

    private static List<Reply> swapped(List<Reply> replies, int first) {
        List<Reply> swapped = new ArrayList<>(replies);
        for (int i = first + 1; i < replies.size(); i++) {
            if (areAlike(replies.get(first), replies.get(i))) {
                Collections.swap(swapped, first, i);
                return swapped;
            }
        }
        return swapped;
    }

    private static boolean areAlike(Reply first, Reply second) {
        if (first instanceof Reply.Bytes one && second instanceof Reply.Bytes other) {
            return one.value().length == other.value().length;
        }
        return first instanceof Reply.Ints one
                && second instanceof Reply.Ints other
                && one.values().length == other.values().length;
    }

    @Override
    public Set<Rule> breaks() {
        return breaks;
    }

    @Override
    public Connector connector() {
        return connector;
    }
}
