package io.polybloom.internal.exchange;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.count;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BulkTransfer;
import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.ElementHash;
import io.polybloom.memory.server.MemoryStore;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.FilterOperations;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which form is taken, at both sides of each limit. Partitions are given in bytes of bits; a trailer of one byte
 * follows them.
 */
class FormTest {

    private static final int HASHES = 4;
    /** On a wire of 20 Gbit/s. */
    private static final double FAST = 0.4;

    private static final double OF_1_GBIT = 8;
    private static final double OF_20_GBIT = 0.4;
    private static final int CALLS = 10;

    private final Wired wire = new Wired();
    private final BlockingDriver driver = new BlockingDriver(wire);
    private final AtomicLong ids = new AtomicLong();
    private final FilterEngine engine = new FilterEngine(new Environment(
            1,
            WholePartitions.WHERE_CHEAPER,
            () -> Instant.EPOCH,
            () -> wire.nanos,
            () -> "%016x".formatted(ids.incrementAndGet())));
    private int next;

    private static Layer layer(String layout, long bytes) {
        FilterSpec spec = FilterSpec.named("clicks")
                .layout(layout)
                .bits(bytes * Byte.SIZE)
                .hashes(HASHES)
                .partitions(1)
                .maxPartitionBits(1L << 30)
                .build();
        return new Generation(Descriptions.planned(spec, 1, "0123456789abcdef", ElementHash.murmur3())).newest();
    }

    private static Form form(Access access, Layer layer, int bits) {
        return form(access, layer, bits, WholePartitions.WHERE_CHEAPER);
    }

    private static Form form(Access access, Layer layer, int bits, WholePartitions where) {
        return Form.of(access, layer, bits, Taking.at(FAST, where));
    }

    /** On a wire of 20 Gbit/s more than four times the bytes are taken, on one of 1 Gbit/s never 1.5 times. */
    @ParameterizedTest
    @CsvSource({
        // Less than this is never worth a group.
        "0.4, 1024, 128",
        "0.4, 16384, 128",
        "0.4, 131072, 349",
        "0.4, 524288, 1322",
        "0.4, 1048576, 2621",
        "1.6, 1024, 128",
        "1.6, 16384, 142",
        "1.6, 524288, 3881",
        "8.0, 1024, 128",
        "8.0, 16384, 533",
        "8.0, 524288, 17051",
        "8.0, 1048576, 34101"
    })
    void anAddExchangesAPartitionFromThatManyBitsOn(double nanosPerByte, long bytes, int bits) {
        Layer layer = layer("classic-v1", bytes);
        Taking taking = Taking.at(nanosPerByte, WholePartitions.WHERE_CHEAPER);
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, bits - 1, taking));
        assertEquals(Form.WHOLE, Form.of(Access.ADD, layer, bits, taking));
        assertEquals(Form.BITS, Form.of(Access.ADD_AND_SEAL, layer, bits, taking));
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, bits, taking.where(WholePartitions.TO_READ)));
    }

    @ParameterizedTest
    @CsvSource({
        "0.4, 1024, 1024",
        "0.4, 524288, 1024",
        "0.4, 1048576, 1235",
        "1.6, 131072, 1024",
        "1.6, 524288, 2049",
        "8.0, 16384, 1024",
        "8.0, 524288, 10281",
        "8.0, 1048576, 20561"
    })
    void aLookUpReadsAPartitionFromThatManyBitsOn(double nanosPerByte, long bytes, int bits) {
        Layer layer = layer("classic-v1", bytes);
        Taking taking = Taking.at(nanosPerByte, WholePartitions.WHERE_CHEAPER);
        for (Access access : new Access[] {Access.LOOK_UP, Access.LOOK_UP_BEHIND_REFUSAL, Access.LOOK_UP_ON_REPLICA}) {
            assertEquals(Form.BITS, Form.of(access, layer, bits - 1, taking));
            assertEquals(Form.WHOLE, Form.of(access, layer, bits, taking));
            assertEquals(Form.WHOLE, Form.of(access, layer, bits, taking.where(WholePartitions.TO_READ)));
        }
    }

    @ParameterizedTest
    @CsvSource({"131072, 1024", "524288, 1564"})
    void blocksAreCheaperThanBitsForMoreElements(long bytes, int bits) {
        Layer layer = layer("blocked-v1", bytes);
        assertEquals(Form.BLOCKS, form(Access.LOOK_UP, layer, bits - HASHES));
        assertEquals(Form.WHOLE, form(Access.LOOK_UP, layer, bits));
        assertEquals(Form.BLOCKS, form(Access.LOOK_UP, layer, HASHES + 1));
        assertEquals(Form.BITS, form(Access.LOOK_UP, layer, HASHES));
        assertEquals(Form.BITS, form(Access.LOOK_UP_ON_REPLICA, layer, HASHES + 1));
    }

    @ParameterizedTest
    @CsvSource({"131072, 1024", "1048576, 3768"})
    void aWordIsReadForEachElementWhereBitsWouldBe(long bytes, int bits) {
        Layer layer = layer("words-v1", bytes);
        assertEquals(Form.WORDS, form(Access.LOOK_UP, layer, bits - HASHES));
        assertEquals(Form.WHOLE, form(Access.LOOK_UP, layer, bits));
        for (Access access : new Access[] {Access.LOOK_UP, Access.LOOK_UP_BEHIND_REFUSAL, Access.LOOK_UP_ON_REPLICA}) {
            assertEquals(Form.WORDS, form(access, layer, HASHES));
        }
        assertEquals(Form.BITS, form(Access.ADD, layer, HASHES));
        assertEquals(Form.WORDS, form(Access.LOOK_UP, layer, bits, WholePartitions.NOWHERE));
    }

    /** A word of cells is longer than a number of BITFIELD. */
    @Test
    void aWordOfWideCellsIsABlock() {
        FilterSpec spec = FilterSpec.named("clicks")
                .layout("words-v1")
                .capacity(1000)
                .window(Duration.ofHours(1), 2)
                .build();
        FilterDescription planned = Descriptions.planned(spec, 1, "0123456789abcdef", ElementHash.murmur3());
        Layer layer = new Generation(Descriptions.withKeyNumbers(planned, List.of(7L))).newest();
        int hashes = layer.geometry().hashes();
        assertEquals(Form.BITS, Form.named(Access.LOOK_UP, layer, hashes));
        assertEquals(Form.BLOCKS, Form.named(Access.LOOK_UP, layer, 2 * hashes));
        assertEquals(24, layer.blockBytes().orElseThrow());
    }

    /** On a slow wire, the first of several partitions may be taken at any number of bytes if that is faster. */
    @Test
    void someOfSeveralPartitionsMayBeTakenBeyondTheLimit() {
        Layer layer = layer("classic-v1", 1 << 19);
        Taking slow = Taking.at(5, WholePartitions.WHERE_CHEAPER);
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, 14_000, slow));
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, 14_000, slow.ofSeveral(1)));
        assertEquals(Form.WHOLE, Form.of(Access.ADD, layer, 14_000, slow.ofSeveral(2)));
        assertEquals(Form.BITS, Form.of(Access.ADD, layer, 4_000, slow.ofSeveral(2)), "it would not be faster");
    }

    @Test
    void noPartitionOfMoreThanAMebibyteIsTakenAsAWhole() {
        int many = 1 << 20;
        for (Access access : new Access[] {Access.ADD, Access.LOOK_UP}) {
            assertEquals(Form.WHOLE, form(access, layer("classic-v1", 1 << 20), many));
            assertEquals(Form.BITS, form(access, layer("classic-v1", (1 << 20) + 1), many));
            Layer larger = layer("classic-v1", (1 << 20) + 1);
            assertEquals(Form.BITS, Form.of(access, larger, many, Taking.at(FAST, WholePartitions.WHERE_POSSIBLE)));
        }
    }

    @Test
    void isTakenWhereverItIsPossibleIfThatIsAskedFor() {
        Layer layer = layer("classic-v1", 1 << 20);
        assertEquals(Form.WHOLE, form(Access.ADD, layer, HASHES, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.WHOLE, form(Access.LOOK_UP, layer, HASHES + 1, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.BITS, form(Access.LOOK_UP, layer, HASHES, WholePartitions.WHERE_POSSIBLE));
        assertEquals(Form.BITS, form(Access.ADD_AND_SEAL, layer, 1 << 20, WholePartitions.WHERE_POSSIBLE));
    }

    @Test
    void isTakenNowhereIfThatIsAskedFor() {
        for (Access access : new Access[] {Access.ADD, Access.LOOK_UP, Access.LOOK_UP_ON_REPLICA}) {
            assertEquals(Form.BITS, form(access, layer("classic-v1", 1024), 1 << 20, WholePartitions.NOWHERE));
        }
        assertEquals(Form.BLOCKS, form(Access.LOOK_UP, layer("blocked-v1", 1024), 1 << 20, WholePartitions.NOWHERE));
    }

    /** An exchange costs the server a quarter of a millisecond at most, and a look-up of named bits half of one. */
    @Test
    void noCommandHoldsTheServerForAMillisecond() {
        assertEquals(272_144, ExchangeCost.ofExchange(1 << 20).server(), 1_000);
        assertEquals(440_320, ExchangeCost.ofBits(Form.MOST_NAMED).server());
        assertEquals(
                256_000,
                ExchangeCost.ofSetBits(PartitionExchange.MOST_BITS_OF_AN_ADD).server());
    }

    /** A server at the end of a wire, which carries one command at a time. */
    private static final class Wired implements Transport<InFlight> {

        private final MemoryStore store = new MemoryStore(() -> Instant.EPOCH);
        private final List<String> sent = new ArrayList<>();
        private double nanosPerByte;
        private long nanos;
        private long delay = 100_000;
        private long bytes;
        private long wholes;

        @Override
        public InFlight send(Batch batch) {
            List<Reply> replies = store.execute(batch.commands());
            long moved = 0;
            for (int i = 0; i < batch.size(); i++) {
                moved += bytes(batch.commands().get(i)) + bytes(replies.get(i));
            }
            bytes += moved;
            nanos += Math.round(moved * nanosPerByte) + delay;
            wholes += moved > 100_000 ? 1 : 0;
            sent.add(batch.commands().get(0).verb() + " " + moved);
            return () -> replies;
        }

        private static long bytes(Command command) {
            long sum = command.key().length;
            for (byte[] argument : command.arguments()) {
                sum += argument.length + 7;
            }
            return sum;
        }

        private static long bytes(Reply reply) {
            return reply instanceof Reply.Bytes bytes ? bytes.value().length : 4;
        }

        @Override
        public boolean sendsGroups() {
            return true;
        }

        @Override
        public boolean keepsOrder() {
            return true;
        }
    }

    private FilterOperations<CharSequence> open(BulkTransfer form) {
        FilterSpec spec = FilterSpec.named("clicks " + form)
                .capacity(1_000_000)
                .falsePositiveRate(0.01)
                .build();
        return driver.run(engine.open(spec, TEXT, FilterOptions.defaults().bulkTransfer(form)));
    }

    private List<String> elements(int count) {
        int from = next;
        next += count;
        return IntStream.range(from, next).mapToObj(Integer::toString).toList();
    }

    private long bytesOfAdds(FilterOperations<CharSequence> filter, int calls, int size) {
        long before = wire.bytes;
        for (int i = 0; i < calls; i++) {
            driver.run(filter.addAll(elements(size)));
        }
        return wire.bytes - before;
    }

    private long bytesOfLookUps(FilterOperations<CharSequence> filter, int calls, int size) {
        long before = wire.bytes;
        for (int i = 0; i < calls; i++) {
            driver.run(filter.mightContainAll(elements(size)));
        }
        return wire.bytes - before;
    }

    /** Whatever the size of the call, and with the transfers by which it learns. */
    @Test
    void aSlowWireCarriesLittleMoreThanTheNamesOfBits() {
        wire.nanosPerByte = OF_1_GBIT;
        FilterOperations<CharSequence> filter = open(BulkTransfer.AUTOMATIC);
        FilterOperations<CharSequence> naming = open(BulkTransfer.BITS);
        bytesOfAdds(filter, 10, 10_000);
        for (int size : new int[] {1_000, 8_000, 15_000}) {
            assertTrue(bytesOfAdds(filter, CALLS, size) <= 1.5 * bytesOfAdds(naming, CALLS, size), "adds of " + size);
            assertTrue(
                    bytesOfLookUps(filter, CALLS, size) <= 1.5 * bytesOfLookUps(naming, CALLS, size),
                    "look-ups of " + size);
        }
    }

    /** Where every partition would be beyond the limit, two of three are not. */
    @Test
    void aSlowWireStillCarriesSomePartitionsOfACall() {
        wire.nanosPerByte = OF_1_GBIT * 2 / 3;
        FilterOperations<CharSequence> filter = open(BulkTransfer.AUTOMATIC);
        bytesOfAdds(filter, 10, 10_000);
        wire.wholes = 0;
        bytesOfAdds(filter, CALLS, 10_000);
        assertEquals(2 * CALLS, wire.wholes);
    }

    private long wholesOfLookUps(FilterOperations<CharSequence> filter) {
        wire.wholes = 0;
        bytesOfLookUps(filter, CALLS, 1_000);
        return wire.wholes;
    }

    @Test
    void aFastWireIsFoundByATrial() {
        wire.nanosPerByte = OF_20_GBIT;
        FilterOperations<CharSequence> filter = open(BulkTransfer.AUTOMATIC);
        bytesOfLookUps(filter, 1, 1_000);
        assertEquals(0, wire.wholes);
        bytesOfLookUps(filter, 3 * CALLS, 1_000);
        assertEquals(3 * CALLS, wholesOfLookUps(filter));
    }

    @Test
    void aWireThatBecomesFasterIsNoticed() {
        wire.nanosPerByte = OF_1_GBIT;
        FilterOperations<CharSequence> filter = open(BulkTransfer.AUTOMATIC);
        bytesOfAdds(filter, 10, 10_000);
        assertEquals(0, wholesOfLookUps(filter));
        wire.nanosPerByte = OF_20_GBIT;
        bytesOfLookUps(filter, 60 * CALLS, 1_000);
        assertEquals(3 * CALLS, wholesOfLookUps(filter));
    }

    @Test
    void aDelayOrTwoChangesNothing() {
        wire.nanosPerByte = OF_20_GBIT;
        FilterOperations<CharSequence> filter = open(BulkTransfer.AUTOMATIC);
        bytesOfAdds(filter, 10, 10_000);
        wire.delay = 1_000_000_000;
        bytesOfAdds(filter, 2, 10_000);
        wire.delay = 100_000;
        assertEquals(3 * CALLS, wholesOfLookUps(filter));
    }

    @Test
    void theSameWireLeadsToTheSameBatches() {
        FormTest again = new FormTest();
        for (FormTest run : List.of(this, again)) {
            FilterOperations<CharSequence> filter = run.open(BulkTransfer.AUTOMATIC);
            for (double nanosPerByte : new double[] {OF_20_GBIT, OF_1_GBIT, 2}) {
                run.wire.nanosPerByte = nanosPerByte;
                run.bytesOfAdds(filter, CALLS, 2_000);
                run.bytesOfAdds(filter, CALLS, 10_000);
                run.bytesOfLookUps(filter, CALLS, 2_000);
            }
        }
        assertTrue(wire.wholes > 0);
        assertEquals(again.wire.sent, wire.sent);
    }

    @Test
    void aFixedFormIsKeptOnAnyWire() {
        for (double nanosPerByte : new double[] {OF_20_GBIT, OF_1_GBIT}) {
            wire.nanosPerByte = nanosPerByte;
            wire.wholes = 0;
            FilterOperations<CharSequence> naming = open(BulkTransfer.BITS);
            bytesOfAdds(naming, 1, 20_000);
            bytesOfLookUps(naming, 1, 20_000);
            assertEquals(0, wire.wholes);
            FilterOperations<CharSequence> taking = open(BulkTransfer.PARTITIONS);
            bytesOfAdds(taking, 1, 10);
            bytesOfLookUps(taking, 1, 10);
            assertEquals(6, wire.wholes);
        }
    }

    /** Each form finds what another has added. */
    @Test
    void theAnswersAreTheSameInEachForm() {
        wire.nanosPerByte = OF_20_GBIT;
        for (BulkTransfer adding : BulkTransfer.values()) {
            List<String> added = elements(10_000);
            FilterOperations<CharSequence> filter = open(adding);
            int fresh = count(driver.run(filter.addAll(added)));
            assertTrue(fresh > 9_900, fresh + " are new");
            assertEquals(0, count(driver.run(filter.addAll(added))));
            boolean[] all = new boolean[added.size()];
            Arrays.fill(all, true);
            for (BulkTransfer asking : BulkTransfer.values()) {
                FilterSpec other = FilterSpec.existing("clicks " + adding).build();
                FilterOperations<CharSequence> opened = driver.run(
                        engine.open(other, TEXT, FilterOptions.defaults().bulkTransfer(asking)));
                assertArrayEquals(all, driver.run(opened.mightContainAll(added)));
            }
        }
    }
}
