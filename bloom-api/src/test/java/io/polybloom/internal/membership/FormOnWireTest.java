package io.polybloom.internal.membership;

import static io.polybloom.TestFilters.TEXT;
import static io.polybloom.TestFilters.count;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BulkTransfer;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.driver.FilterEngine;
import io.polybloom.driver.FilterOperations;
import io.polybloom.memory.server.MemoryStore;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The form of bulk operations over a wire whose time is counted and not measured. */
class FormOnWireTest {

    private static final double OF_1_GBIT = 8;
    private static final double OF_20_GBIT = 0.4;
    private static final int CALLS = 10;

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

    @Test
    void aFastWireIsFoundByATrial() {
        wire.nanosPerByte = OF_20_GBIT;
        FilterOperations<CharSequence> filter = open(BulkTransfer.AUTOMATIC);
        bytesOfLookUps(filter, 1, 1_000);
        assertEquals(0, wire.wholes);
        bytesOfLookUps(filter, 3 * CALLS, 1_000);
        wire.wholes = 0;
        bytesOfLookUps(filter, CALLS, 1_000);
        assertEquals(3 * CALLS, wire.wholes);
    }

    @Test
    void aWireThatBecomesFasterIsNoticed() {
        wire.nanosPerByte = OF_1_GBIT;
        FilterOperations<CharSequence> filter = open(BulkTransfer.AUTOMATIC);
        bytesOfAdds(filter, 10, 10_000);
        wire.wholes = 0;
        bytesOfLookUps(filter, CALLS, 1_000);
        assertEquals(0, wire.wholes);
        wire.nanosPerByte = OF_20_GBIT;
        bytesOfLookUps(filter, 60 * CALLS, 1_000);
        wire.wholes = 0;
        bytesOfLookUps(filter, CALLS, 1_000);
        assertEquals(3 * CALLS, wire.wholes);
    }

    @Test
    void aDelayOrTwoChangesNothing() {
        wire.nanosPerByte = OF_20_GBIT;
        FilterOperations<CharSequence> filter = open(BulkTransfer.AUTOMATIC);
        bytesOfAdds(filter, 10, 10_000);
        wire.delay = 1_000_000_000;
        bytesOfAdds(filter, 2, 10_000);
        wire.delay = 100_000;
        wire.wholes = 0;
        bytesOfLookUps(filter, CALLS, 1_000);
        assertEquals(3 * CALLS, wire.wholes);
    }

    @Test
    void theSameWireLeadsToTheSameBatches() {
        FormOnWireTest again = new FormOnWireTest();
        for (FormOnWireTest run : List.of(this, again)) {
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
