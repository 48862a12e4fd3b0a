package io.polybloom.internal.transfer;

import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.BitSink;
import io.polybloom.layout.BitSource;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import io.polybloom.transfer.FilterExport;
import io.polybloom.transfer.FilterImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExportImportTest {

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private static FilterSpec spec(String name, String layout) {
        return FilterSpec.named(name).layout(layout).bits(20_000_001).hashes(5).build();
    }

    @Test
    void streamsTheBitsOutAndIn() {
        for (String layout : List.of("plain", "recorded")) {
            BloomFilter<CharSequence> original = TestFilters.open(redis, spec("old", layout));
            original.addAll(words(1000));
            Bits bits = new Bits();
            List<Long> steps = new ArrayList<>();
            filters.run(FilterExport.of(spec("old", layout), bits).reportingTo((done, total) -> steps.add(done)));
            assertTrue(bits.ended);
            assertArrayEquals(redis.strings.get("old.0"), bits.toByteArray());
            long length = redis.strings.get("old.0").length;
            assertEquals(length, bits.announced);
            assertEquals(List.of(1L << 20, 2L << 20, length), steps);

            List<Long> imported = new ArrayList<>();
            filters.run(FilterImport.of(spec("new", layout), source(bits.toByteArray()))
                    .reportingTo((done, total) -> imported.add(done)));
            assertEquals(steps, imported);
            assertArrayEquals(redis.strings.get("old.0"), redis.strings.get("new.0"));
            assertEquals(redis.hashes.get("old:parameters"), redis.hashes.get("new:parameters"));
            assertTrue(redis.expiries.isEmpty());
            assertThrows(
                    SpecMismatchException.class,
                    () -> filters.run(FilterImport.of(spec("new", layout), source(bits.toByteArray()))));
            redis.strings.clear();
            redis.hashes.clear();
        }
    }

    @Test
    void refusesWhatHasNoSuchForm() {
        FilterSpec nativeOne = FilterSpec.named("a").capacity(5).build();
        assertThrows(IllegalArgumentException.class, () -> FilterExport.of(nativeOne, new Bits()));
        assertThrows(IllegalArgumentException.class, () -> FilterImport.of(nativeOne, source(new byte[1])));
        FilterImport tooLong = FilterImport.of(spec("new", "plain"), source(new byte[2_500_002]));
        assertThrows(IllegalArgumentException.class, () -> filters.run(tooLong));
        assertTrue(redis.snapshot().isEmpty());
    }

    @Test
    void leavesNoFilterWhenTheSourceBreaksOff() {
        byte[] whole = new byte[2_500_001];
        whole[0] = 1;
        BitSource broken = new BitSource() {
            private int pieces;

            @Override
            public long bytes() {
                return whole.length;
            }

            @Override
            public byte[] read(int length) throws IOException {
                if (pieces++ > 0) {
                    throw new IOException("the disk is gone");
                }
                return new byte[length];
            }
        };
        assertThrows(UncheckedIOException.class, () -> filters.run(FilterImport.of(spec("new", "plain"), broken)));
        assertFalse(redis.strings.containsKey("new.0"));
        filters.run(FilterImport.of(spec("new", "plain"), source(whole)));
        assertArrayEquals(whole, redis.strings.get("new.0"));
        assertEquals(1, redis.strings.size());
    }

    /** Otherwise the piece after it would be written behind zeros. */
    @Test
    void failsWhenTheTemporaryKeyIsEvictedBetweenTwoPieces() {
        redis.once(
                batch -> batch.commands().stream().anyMatch(command -> command.verb() == Verb.SETRANGE),
                () -> redis.strings.clear());
        FilterImport task = FilterImport.of(spec("new", "plain"), source(new byte[2_500_001]));
        BackendException lost = assertThrows(BackendException.class, () -> filters.run(task));
        assertTrue(lost.getMessage().contains("was lost before it was used"), lost.getMessage());
        assertTrue(redis.snapshot().isEmpty());
    }

    private static BitSource source(byte[] bytes) {
        ByteArrayInputStream input = new ByteArrayInputStream(bytes);
        return new BitSource() {
            @Override
            public long bytes() {
                return bytes.length;
            }

            @Override
            public byte[] read(int length) throws IOException {
                return input.readNBytes(length);
            }
        };
    }

    private static final class Bits extends ByteArrayOutputStream implements BitSink {

        private long announced;
        private boolean ended;

        @Override
        public void begin(Geometry geometry, long bytes) {
            announced = bytes;
            assertEquals(20_000_001, geometry.partitionBits());
        }

        @Override
        public void end() {
            ended = true;
        }
    }
}
