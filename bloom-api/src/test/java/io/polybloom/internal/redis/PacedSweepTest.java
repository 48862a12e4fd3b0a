package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.memory.server.MemoryStore;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A server executes all commands of a client that have arrived before it serves another client. So the memory that
 * commands in flight make it allocate or free is limited.
 */
class PacedSweepTest {

    private static final long MOST_BYTES = 1L << 19;

    /** Counts the bytes of strings that commands in flight make, and of those that they remove. */
    private static final class WeighedRedis implements Transport<InFlight> {
        private final MemoryStore store = new MemoryStore(InstantSource.system());
        private long inFlight;
        private long most;
        private int mostMade;

        @Override
        public InFlight send(Batch batch) {
            long bytes = 0;
            int made = 0;
            List<Reply> replies = new ArrayList<>();
            for (Command command : batch.commands()) {
                bytes += weight(command);
                made += command.verb() == Verb.SETBIT ? 1 : 0;
                replies.addAll(store.execute(List.of(command)));
            }
            mostMade = Math.max(mostMade, made);
            inFlight += bytes;
            most = Math.max(most, inFlight);
            long weighed = bytes;
            return () -> {
                inFlight -= weighed;
                return replies;
            };
        }

        private long weight(Command command) {
            if (command.verb() == Verb.SETBIT) {
                return Long.parseLong(new String(command.arguments()[0], StandardCharsets.US_ASCII)) / Byte.SIZE;
            }
            if (command.verb() != Verb.UNLINK) {
                return 0;
            }
            long bytes = length(command.key());
            for (byte[] other : command.arguments()) {
                bytes += length(other);
            }
            return bytes;
        }

        private long length(byte[] key) {
            Reply reply = store.call(List.of("STRLEN".getBytes(StandardCharsets.US_ASCII), key));
            return reply instanceof Reply.Int length ? length.value() : 0;
        }

        long most() {
            long last = most;
            most = 0;
            return last;
        }

        @Override
        public boolean joinsSlots() {
            return true;
        }
    }

    private final WeighedRedis redis = new WeighedRedis();

    @Test
    void aServerIsNeverMadeToAllocateOrFreeMuchAtATime() {
        BloomFilter<CharSequence> filter =
                open(FilterSpec.named("clicks").capacity(8_000_000).build());
        int partitions = filter.description().layers().get(0).partitions();
        assertTrue(partitions >= 16, partitions + " partitions");
        List<Long> most = new ArrayList<>();
        most.add(redis.most());
        filter.clear();
        most.add(redis.most());
        filter.delete();
        most.add(redis.most());
        for (long bytes : most) {
            assertTrue(bytes > MOST_BYTES / 2 && bytes <= MOST_BYTES + partitions, most + " bytes in flight");
        }
        assertEquals(List.of(), redis.store.keys());
    }

    @Test
    void smallPartitionsAreMadeManyAtATime() {
        open(FilterSpec.named("clicks").capacity(100_000).partitions(64).build());
        assertEquals(32, redis.mostMade);
    }

    private BloomFilter<CharSequence> open(FilterSpec spec) {
        return new BlockingBloomFilters(redis).open(spec, Elements.strings());
    }
}
