package io.polybloom.bench;

import com.google.common.collect.Lists;
import io.polybloom.BulkTransfer;
import io.polybloom.FilterOptions;
import io.polybloom.layout.Sizing;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * A filter that takes many elements in a call. An invocation is {@link #ELEMENTS} elements, so that JMH's score is the
 * time of one of them.
 */
public abstract class Calls extends Subject {

    /** The elements of one invocation. */
    static final int ELEMENTS = 100_000;

    /** How many elements a call takes. */
    @Param({"100", "1000", "10000", "100000"})
    public int call;

    private long next;
    private List<String> words;
    private List<String> absent;

    /** Makes the elements of the next invocation. */
    @Setup(Level.Invocation)
    public void prepare() {
        if (capacity < ELEMENTS || !isFilling() && full() < ELEMENTS / 2) {
            throw new IllegalArgumentException("an invocation needs a filter of " + ELEMENTS + " elements, half full");
        }
        if (isFilling()) {
            words = newWords(ELEMENTS);
        } else {
            words = presentWords(next, ELEMENTS / 2);
            absent = absentWords(next, ELEMENTS / 2);
            next += ELEMENTS / 2;
        }
    }

    /** Adds the elements, all of them for the first time. */
    final void add() {
        areNew(sum(words, filter()::add));
    }

    /** Adds elements all of which are in the filter: each half of them twice. */
    final void repeat() {
        for (int half = 0; half < 2; half++) {
            arePresent(words.size() - sum(words, filter()::add), words.size());
        }
    }

    /** Asks for the elements, of which one half is in the filter. */
    final void lookUp() {
        arePresent(sum(words, filter()::contains), words.size());
        areAbsent(sum(absent, filter()::contains), absent.size());
    }

    private long sum(List<String> elements, ToLongFunction<List<String>> operation) {
        long sum = 0;
        for (List<String> part : Lists.partition(elements, call)) {
            sum += operation.applyAsLong(part);
        }
        return sum;
    }

    /** A filter of ours. */
    public static class Ours extends Calls {

        /** What the commands go through. */
        @Param({"jedis", "lettuce", "redisson", "vertx", "glide"})
        public String client;

        /** The layout of the bits. */
        @Param("classic-v1")
        public String layout;

        /** The number of hashes in proportion to the bits. */
        @Param("balanced")
        public String sizing;

        /** The form of the transfer: {@code automatic}, {@code bits} or {@code partitions}. */
        @Param("automatic")
        public String form;

        /** The most bits of a partition. */
        @Param("4193792")
        public long partition;

        @Override
        Rig start() {
            return Rig.ours(
                    client,
                    server,
                    spec -> spec.layout(layout)
                            .sizing(Sizing.valueOf(sizing.toUpperCase(Locale.ROOT)))
                            .maxPartitionBits(partition),
                    FilterOptions.defaults().bulkTransfer(BulkTransfer.valueOf(form.toUpperCase(Locale.ROOT))));
        }
    }

    /** The filter of a peer. */
    public static class Peer extends Calls {

        /**
         * Redisson's RBloomFilter, k pipelined SETBITs, a script for each element (go-zero), the Bloom module, Guava.
         */
        @Param({"redisson", "bits", "script", "guava"})
        public String peer;

        @Override
        Rig start() {
            return Rig.peer(peer, server);
        }
    }
}
