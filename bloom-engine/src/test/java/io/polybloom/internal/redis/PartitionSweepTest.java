package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.layout.ElementHash;
import io.polybloom.listener.ByteProgress;
import io.polybloom.memory.server.MemoryStore;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sweeps: how many partitions at a time, what they state about them, and what their caller is told meanwhile. */
class PartitionSweepTest {

    private static final long MOST_BYTES = 1L << 19;
    private static final int PARTITIONS = 300;
    private static final FilterSpec SPEC = TestFilters.clicks(PARTITIONS);

    private final WeighedRedis redis = new WeighedRedis();
    private final CountedRedis counted = new CountedRedis();
    private final List<Long> told = new ArrayList<>();

    private static Layer layer(long bitsOfPartition, int partitions) {
        FilterSpec spec = FilterSpec.named("clicks")
                .bits(bitsOfPartition * partitions)
                .hashes(1)
                .partitions(partitions)
                .build();
        return new Generation(Descriptions.planned(spec, 1, "00000000000000aa", ElementHash.murmur3())).newest();
    }

    @SuppressWarnings("unchecked")
    private static Step.Send<Map<Partition, Long>> lengths(Layer layer) {
        return assertInstanceOf(
                Step.Send.class,
                PartitionSweep.integers(layer.partitions(), partition -> List.of(Commands.length(partition.key()))));
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 4_294_966_784L})
    void worksOnAFewPartitionsAtATime(long bits) {
        assertEquals(32, lengths(layer(bits, 40)).mostInFlight());
    }

    /**
     * As many as have 512 KiB together, from 1 to 32: while a client creates or removes a filter, others are served.
     */
    @ParameterizedTest
    @CsvSource({"8, 32", "131072, 32", "131080, 31", "2097152, 2", "2097160, 1", "4193792, 1", "4294966784, 1"})
    void letsAServerAllocateAndFreeALittleAtATime(long bits, int partitions) {
        Layer layer = layer(bits, 40);
        assertEquals(partitions, inFlight(Verb.SETBIT, PartitionMaking.make(layer, 600_000)), "created");
        assertEquals(partitions, inFlight(Verb.UNLINK, PartitionRemoval.unlink(List.of(layer))), "removed");
    }

    /** Counts the commands of a kind that a driver has sent when it has to wait for the first reply. */
    private static long inFlight(Verb verb, Step<?> step) {
        Step.Send<?> sweep = assertInstanceOf(Step.Send.class, step);
        return Stream.generate(sweep.batches()::next)
                .limit(sweep.mostInFlight())
                .flatMap(batch -> batch.commands().stream())
                .filter(command -> command.verb() == verb)
                .count();
    }

    @Test
    void saysWhatEveryPartitionAnswered() {
        Layer layer = layer(64, 3);
        Step.Send<Map<Partition, Long>> sweep = lengths(layer);
        List<Batch> batches = List.of(
                sweep.batches().next(), sweep.batches().next(), sweep.batches().next());
        for (int i : List.of(2, 0, 1)) {
            assertTrue(sweep.receiver().receive(batches.get(i), List.of(new Reply.Int(10 + i))));
        }
        assertEquals(
                Map.of(layer.partition(0), 10L, layer.partition(1), 11L, layer.partition(2), 12L),
                assertInstanceOf(Step.Done.class, sweep.next().get()).value());
    }

    @Test
    void asksForNoMoreAfterTheFirstFailureAndReportsThatOne() {
        Step.Send<Map<Partition, Long>> sweep = lengths(layer(64, 3));
        List<Batch> batches = List.of(sweep.batches().next(), sweep.batches().next());
        assertFalse(sweep.receiver().receive(batches.get(0), List.of(Reply.Failure.ofServer("OOM first", null))));
        assertFalse(sweep.receiver().receive(batches.get(1), List.of(new Reply.Int(1))));
        BackendException failure =
                assertThrows(BackendException.class, () -> sweep.next().get());
        assertTrue(failure.getMessage().contains("OOM first"), failure.getMessage());
    }

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
        assertEquals(List.of("bloom:{clicks}", "bloom:{clicks}:copy"), redis.store.keys());
    }

    @Test
    void smallPartitionsAreMadeManyAtATime() {
        open(FilterSpec.named("clicks").capacity(100_000).partitions(64).build());
        assertEquals(32, redis.mostMade);
    }

    private BloomFilter<CharSequence> open(FilterSpec spec) {
        return new BlockingBloomFilters(redis).open(spec, Elements.strings());
    }

    private enum Work {
        CLEAR(BloomFilter::clear),
        EXPIRE(filter -> filter.expire(Duration.ofHours(1))),
        PERSIST(BloomFilter::persist),
        DELETE(BloomFilter::delete);

        final Consumer<BloomFilter<?>> call;

        Work(Consumer<BloomFilter<?>> call) {
            this.call = call;
        }
    }

    /** Counts the batches that are under way. */
    private static final class CountedRedis implements Transport<InFlight> {
        final MemoryRedis redis = new MemoryRedis();
        int inFlight;

        @Override
        public InFlight send(Batch batch) {
            inFlight++;
            List<Reply> replies = redis.send(batch).await();
            return () -> {
                inFlight--;
                return replies;
            };
        }
    }

    @Test
    void anOpeningTellsHowFarItHasCome() {
        open(SPEC, this::listen);
        assertRounds(SPEC.geometry(1).totalBits() / Byte.SIZE);
    }

    @ParameterizedTest
    @EnumSource
    void workOnAllPartitionsTellsHowFarItHasCome(Work work) {
        BloomFilter<CharSequence> filter = open(SPEC, this::listen);
        told.clear();
        work.call.accept(filter);
        assertRounds(SPEC.geometry(1).totalBits() / Byte.SIZE);
    }

    @Test
    void allLayersCount() {
        FilterSpec spec = TestFilters.clicks()
                .partitions(PARTITIONS)
                .overCapacity(OverCapacity.GROW)
                .build();
        BloomFilter<CharSequence> filter = open(spec, this::listen);
        filter.addAll(TestFilters.words(2000));
        assertEquals(2, filter.description().layers().size());
        told.clear();
        filter.delete();
        assertRounds(filter.description().layers().stream()
                .mapToLong(layer -> layer.totalBits() / Byte.SIZE)
                .sum());
    }

    @ParameterizedTest
    @EnumSource
    void aListenerThatThrowsCostsNothing(Work work) {
        BloomFilter<CharSequence> quiet = open(SPEC, (done, total) -> {});
        work.call.accept(quiet);
        MemoryRedis expected = counted.redis;
        PartitionSweepTest other = new PartitionSweepTest();
        BloomFilter<CharSequence> filter = other.open(SPEC, (done, total) -> {
            throw new IllegalStateException("the caller's own");
        });
        work.call.accept(filter);
        assertEquals(expected.strings.size(), other.counted.redis.strings.size());
        assertEquals(expected.expiries.size(), other.counted.redis.expiries.size());
        assertEquals(expected.batches.size(), other.counted.redis.batches.size());
    }

    @Test
    void nothingIsSentAfterAFailure() {
        BloomFilter<CharSequence> filter = open(SPEC, this::listen);
        counted.redis.batches.clear();
        int[] unlinked = {0};
        counted.redis.answerInstead = command -> command.verb() == Verb.UNLINK && ++unlinked[0] > 100
                ? Reply.Failure.ofServer("NOPERM no permissions", null)
                : null;
        assertThrows(BackendException.class, filter::delete);
        assertTrue(counted.redis.batches.size() < PARTITIONS, counted.redis.batches.size() + " batches");
    }

    @Test
    void anExistingFilterHasNothingToTell() {
        open(SPEC, (done, total) -> {});
        open(SPEC, this::listen);
        assertEquals(List.of(), told);
    }

    private void listen(long done, long total) {
        assertEquals(0, counted.inFlight, "a connection is held");
        assertTrue(done <= total, done + " of " + total);
        told.add(done);
    }

    /** In each round the progress grows in several steps until it is complete. */
    private void assertRounds(long total) {
        assertFalse(told.isEmpty());
        int steps = 0;
        long last = 0;
        for (long done : told) {
            if (last == total) {
                assertTrue(steps >= 4, told::toString);
                steps = 0;
                last = 0;
            }
            assertTrue(done > last, told::toString);
            last = done;
            steps++;
        }
        assertEquals(total, last, told::toString);
    }

    private BloomFilter<CharSequence> open(FilterSpec spec, ByteProgress listener) {
        return new BlockingBloomFilters(counted)
                .open(spec, TestFilters.TEXT, FilterOptions.defaults().progress(listener));
    }
}
