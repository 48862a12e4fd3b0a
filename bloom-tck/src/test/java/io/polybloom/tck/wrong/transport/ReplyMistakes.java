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
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.Mistake;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Mistakes in the replies that are handed back. */
public enum ReplyMistakes implements WrongBackend {
    /** Claims that a key which has got bits by a merge is the one that was created. */
    BELIEVES_IN_MERGES(
            "12.05",
            where(
                    batch -> Words.firstVerb(batch) == Verb.BITOP,
                    answering(Verb.BITFIELD_RO, reply -> Words.withInteger(reply, 0, 1)))),

    /** Loses a tenth of the bits that it counts. */
    COUNTS_TOO_FEW_BITS(
            "3.02, 4.01, 4.03, 6.02, 6.03, 6.04, 6.09, 14.06",
            answering(Verb.BITCOUNT, reply -> Words.withInteger(reply, count -> count - count / 10))),

    /** Counts the bits of a whole key where a range was asked for. */
    COUNTS_WHOLE_KEYS("3.02, 6.03", sending(Verb.BITCOUNT, command -> new Command(Verb.BITCOUNT, command.key()))),

    /** Reads the first mebibyte of a reply. */
    CUTS_LONG_REPLIES(
            "9.06",
            answering((command, reply) ->
                    Words.withBytes(reply, bytes -> Arrays.copyOf(bytes, Math.min(bytes.length, 1 << 20))))),

    /** Takes the second integer of a trailer for one bit, the seal, and cuts off the marks of rebuilds. */
    CUTS_MARKS_OFF("14.02", answering(ReplyMistakes::hasTrailer, reply -> {
        long seal = 64;
        return Words.withIntegers(reply, values -> {
            values[1] = values[1] > 1 ? values[1] & seal : values[1];
            return values;
        });
    })),

    /** Says that nothing was sent if its thread was interrupted. */
    DENIES_INTERRUPTED_WRITES(
            "7.16",
            answering((command, reply) -> Thread.currentThread().isInterrupted()
                    ? Reply.Failure.notSent(new InterruptedException())
                    : reply)),

    /** Hands an error of the server on, but not that the command has had no effect then. */
    DOUBTS_REFUSALS(
            "7.01, 11.05",
            refused((command, failure) ->
                    Words.isRace(command) ? failure : new Reply.Failure(failure.serverError(), failure.cause(), true))),

    /** Takes a write that is refused for lack of a disk, replicas or a primary for one without an answer. */
    DOUBTS_THE_FULL_DISK(
            "7.01",
            refused((command, failure) -> failure.serverError().matches("(MISCONF|NOREPLICAS|MASTERDOWN) .*")
                    ? Reply.Failure.noAnswer(new IllegalStateException("refused"))
                    : failure)),

    /** Hands back only the first reply of several look-ups. */
    DROPS_REPLIES("1.01, 1.03, 3.01, 4.03, 4.04, 5.04, 9.05, 10.02, 11.04", handingBack((batch, replies) -> {
        long lookUps = batch.commands().stream().filter(Words::readsBits).count();
        return lookUps > 1 ? replies.subList(0, 1) : replies;
    })),

    /** Claims that every key is the one that was created. */
    IGNORES_THE_SENTINEL(
            "5.04, 5.05, 5.06, 5.08, 6.13, 7.02, 10.03, 11.01, 16.05",
            answering(Words::touchesBits, reply -> Words.withInteger(reply, 0, 1))),

    /** Goes on with a connection whose last reply was not read: a number of batches get the answers to earlier ones. */
    KEEPS_UNREAD_REPLIES("7.06, 7.07, 7.08", anew(() -> {
        UnreadReplies unread = new UnreadReplies();
        return handingBack((batch, replies) -> unread.next(replies));
    })),

    /** Leaves the reply unread if its thread is interrupted: the next batch gets it. */
    LEAVES_INTERRUPTED_REPLIES("7.16", anew(() -> {
        InterruptedReplies unread = new InterruptedReplies();
        return exchanging((to, batch) -> {
            var answer = InterruptedReplies.uninterrupted(to.send(batch));
            return () -> unread.next(answer, batch.size());
        });
    })),

    /** Says of a client that was closed that there is no connection. */
    LOOKS_FOR_THE_SERVER(
            "7.18",
            failing((command, failure) -> failure.cause() instanceof ClientClosedException
                    ? Reply.Failure.notSent(new IOException("no connection"))
                    : failure)),

    /** Reads integers without their sign. */
    LOSES_SIGNS("11.06", answering((command, reply) -> Words.withInteger(reply, Math::abs))),

    /** Hands on that the server refused a command or could not be reached, but not why. */
    LOSES_THE_REASON("5.09, 7.01, 7.03, 7.04, 7.05, 11.05, 21.01", failing((command, failure) -> {
        IllegalStateException instead = new IllegalStateException("Redis failed");
        if (Words.isRace(command)) {
            return failure;
        }
        return failure.serverError() == null
                ? new Reply.Failure(null, instead, failure.mayHaveBeenApplied())
                : Reply.Failure.ofServer("ERR Redis failed", instead);
    })),

    /** Gives the answer of one thread to another one that waits at the same time for an answer of equal length. */
    MIXES_UP_THREADS("1.02", anew(() -> {
        MixedUpThreads threads = new MixedUpThreads();
        return exchanging((to, batch) -> {
            InFlight inFlight = to.send(batch);
            return Words.touchesBits(batch.commands().get(0)) ? () -> threads.await(inFlight) : inFlight;
        });
    })),

    /** Reads integers as 32 bits. */
    NARROWS_INTEGERS("17.07", answering((command, reply) -> Words.withInteger(reply, number -> (int) number))),

    /** Reads the bits of a partition, but not that it is sealed. */
    OVERLOOKS_THE_SEAL(
            "6.05, 6.07, 6.08, 6.09, 6.12, 6.13, 6.15, 11.01, 11.02, 11.04",
            answering(Words::isLookUp, reply -> Words.withInteger(reply, 1, 0))),

    /** Looks up every other bit of the elements, to save time, and takes the others for set. */
    READS_EVERY_OTHER_BIT(
            "1.03, 3.01, 5.04, 6.01, 6.07, 6.08, 6.09, 6.10, 6.11, 6.12, 6.13, 6.14, 10.02", EveryOtherBit.read()),

    /** Remembers the answers of look-ups forever, like a replica that has stopped. */
    READS_FROM_AN_OLD_CACHE("1.01, 1.02, 5.04, 5.05, 5.06, 10.02", anew(() -> {
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
    REMEMBERS_PARAMETERS("11.02, 11.03, 11.05", anew(() -> {
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
    SWALLOWS_INTERRUPTS("7.16", exchanging((to, batch) -> {
        InFlight inFlight = to.send(batch);
        return () -> InterruptedReplies.swallowing(InterruptedReplies.uninterrupted(inFlight));
    })),

    /** Sends several commands as one pipeline and mixes up the first two answers of equal length. */
    SWAPS_TWO_REPLIES(
            "1.01, 1.03, 10.02",
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
            "5.09, 6.12, 7.01, 7.03, 9.03, 11.05",
            refused((command, failure) -> command.verb().answersWithArray() ? Words.NOTHING : new Reply.Int(0))),

    /** Hands an error of the server on as the cause of an answer that did not come. */
    TAKES_REFUSALS_FOR_SILENCE(
            "7.01, 11.05",
            refused((command, failure) -> Words.isRace(command)
                    ? failure
                    : Reply.Failure.noAnswer(new IllegalStateException(failure.serverError(), failure.cause()))));

    private final Mistake mistake;

    ReplyMistakes(String breaks, UnaryOperator<Transport<InFlight>> mistake) {
        this.mistake = new Mistake(breaks, Connector.between(mistake));
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
    public Mistake mistake() {
        return mistake;
    }
}
