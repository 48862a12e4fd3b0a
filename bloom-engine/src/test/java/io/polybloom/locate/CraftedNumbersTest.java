package io.polybloom.locate;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.ForeignDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Snapshots and configs in which somebody has changed numbers, with checksums that are right: they are refused, or read
 * without more memory than a small JVM has.
 */
class CraftedNumbersTest {

    /** What a thread may allocate to read one of them: each of them would fit into a heap of this size. */
    private static final long MOST_BYTES = 64 << 20;

    private static final int ROUNDS = 150;
    private static final int MAGIC_BYTES = 8;
    private static final int PIECE_BYTES = 1 << 16;
    private static final Pattern NUMBER = Pattern.compile("(?<==)[0-9]+(?=[;\\n]|$)");

    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "63",
            "64",
            "65",
            "512",
            "1048576",
            "16777216",
            "16777217",
            "2147483647",
            "2147483648",
            "4294966784",
            "4294967295",
            "4611686018427387904",
            "9223372036854775807",
            "99999999999999999999");

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    static Stream<FilterSpecBuilder> withSnapshots() {
        return Stream.of(
                FilterSpec.named("clicks").capacity(1000).partitions(3).keyed(),
                FilterSpec.named("clicks").capacity(1000).layout("blocked-v1"),
                FilterSpec.named("clicks").capacity(20).overCapacity(OverCapacity.GROW),
                FilterSpec.named("clicks").capacity(1000).layout("counting-v1"));
    }

    static Stream<FilterSpecBuilder> all() {
        return Stream.concat(
                withSnapshots(),
                Stream.of(FilterSpec.named("clicks").capacity(1000).window(Duration.ofMinutes(3), 3)));
    }

    private void fill(FilterSpecBuilder spec) {
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        for (int i = 0; i < 10; i++) {
            filter.addAll(words(100).subList(10 * i, 10 * i + 10));
        }
    }

    @ParameterizedTest
    @MethodSource("withSnapshots")
    void aSnapshotTakesNoMoreMemoryThanASmallJvmHas(FilterSpecBuilder spec) {
        fill(spec);
        String header = header();
        // It is the server that needs the memory for a long string.
        redis.answerInstead = command -> command.verb() == Verb.SETRANGE ? new Reply.Int(1) : null;
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < ROUNDS; round++) {
            String target = "imported-" + round;
            String text = withOtherNumbers(header, random);
            byte[] crafted = snapshot(text, 3);
            assertModest(text, () -> SnapshotMirror.read(new ByteArrayInputStream(crafted), TEXT));
            assertModest(text, () -> FilterBuilder.from(new ByteArrayInputStream(crafted), TEXT));
            assertModest(
                    text,
                    () -> filters.run(SnapshotImport.of(() -> new ByteArrayInputStream(crafted))
                            .named(target)));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aConfigTakesNoMoreMemoryThanASmallJvmHas(FilterSpecBuilder spec) {
        fill(spec);
        String original = StoredConfig.text(redis);
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < ROUNDS; round++) {
            String text = withOtherNumbers(original, random);
            StoredConfig.tamper(redis, "clicks", old -> text);
            assertModest(text, () -> filters.describe("clicks"));
            assertModest(text, this::use);
            assertModest(
                    text,
                    () -> filters.mirror(
                            "clicks", TEXT, MirrorOptions.defaults().memoryLimit(1 << 20)));
            StoredConfig.store(redis, original);
        }
    }

    private void use() {
        FilterOptions options = FilterOptions.defaults().nearCache(NearCache.ofMemory(1 << 20));
        BloomFilter<CharSequence> filter = filters.openExisting("clicks", TEXT, options);
        List<Executable> calls =
                List.of(() -> filter.mightContain("word"), () -> filter.mightContainAll(words(100)), filter::stats);
        for (Executable call : calls) {
            try {
                call.execute();
            } catch (BloomFilterException refused) {
                // Most configs name keys that are not there.
            } catch (Throwable unexpected) {
                throw new AssertionError(unexpected);
            }
        }
    }

    @Test
    void theRefusalNamesFieldAndValue() {
        fill(FilterSpec.named("clicks").capacity(1000).partitions(3));
        String text = header().replace("partitions=3;", "partitions=2147483647;");
        StreamCorruptedException damaged = assertThrows(
                StreamCorruptedException.class,
                () -> SnapshotMirror.read(new ByteArrayInputStream(snapshot(text, 0)), TEXT));
        assertEquals(
                "the snapshot is damaged: its header says what this release does not know: partitions must be a number"
                        + " from 1 to 16777216, not 2147483647",
                damaged.getMessage());

        StoredConfig.tamper(redis, "clicks", spec -> spec.replaceFirst("hashes=[0-9]+", "hashes=1000000000"));
        ForeignDataException foreign = assertThrows(ForeignDataException.class, () -> filters.describe("clicks"));
        assertTrue(
                foreign.getMessage().contains(": hashes must be a number from 1 to 64, not 1000000000. "),
                foreign.getMessage());
    }

    /** Returns the text of the header of a snapshot. */
    private String header() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filters.run(SnapshotExport.of("clicks", out));
        ByteBuffer snapshot = ByteBuffer.wrap(out.toByteArray());
        byte[] header = new byte[snapshot.getInt(MAGIC_BYTES)];
        snapshot.get(MAGIC_BYTES + Integer.BYTES, header);
        return new String(header, StandardCharsets.UTF_8);
    }

    private static String withOtherNumbers(String text, SplittableRandom random) {
        List<MatchResult> numbers = NUMBER.matcher(text).results().toList();
        StringBuilder changed = new StringBuilder(text);
        int changes = numbers.isEmpty() ? 0 : 1 + random.nextInt(2);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < changes; i++) {
            places.add(random.nextInt(numbers.size()));
        }
        places.stream().distinct().sorted((one, other) -> other - one).forEach(place -> {
            MatchResult number = numbers.get(place);
            changed.replace(number.start(), number.end(), NUMBERS.get(random.nextInt(NUMBERS.size())));
        });
        return random.nextInt(10) > 0 ? changed.toString() : withManyLayers(changed.toString());
    }

    private static String withManyLayers(String text) {
        Matcher layer = Pattern.compile("layer=.*\n").matcher(text);
        return layer.find() ? layer.replaceFirst(layer.group().repeat(2000)) : text;
    }

    /** Makes a snapshot of which only the first pieces are there. */
    private static byte[] snapshot(String header, int pieces) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] beginning = ByteBuffer.allocate(MAGIC_BYTES + Integer.BYTES + text.length)
                .put("PBLOOM1\n".getBytes(StandardCharsets.US_ASCII))
                .putInt(text.length)
                .put(text)
                .array();
        out.writeBytes(beginning);
        out.writeBytes(checksum(beginning));
        Matcher bits = Pattern.compile(";bits=([0-9]{1,10});").matcher(header);
        for (int number = 0; number < pieces && bits.find(0); number++) {
            long length = Long.parseLong(bits.group(1)) / Byte.SIZE + 1;
            int last = (int) ((length - 1) % PIECE_BYTES) + 1;
            byte[] piece = new byte[length > PIECE_BYTES && number > 0 ? PIECE_BYTES : last];
            piece[0] = 1;
            out.writeBytes(piece);
            out.writeBytes(checksum(ByteBuffer.allocate(Long.BYTES + piece.length)
                    .putLong(number)
                    .put(piece)
                    .array()));
        }
        return out.toByteArray();
    }

    private static byte[] checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return ByteBuffer.allocate(Integer.BYTES)
                .putInt((int) checksum.getValue())
                .array();
    }

    /** Reads something that is refused by an exception for damaged or foreign data, if at all. */
    private static void assertModest(String crafted, Executable reading) {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getThreadAllocatedBytes(Thread.currentThread().getId());
        try {
            reading.execute();
        } catch (IOException | UncheckedIOException | BloomFilterException refused) {
            // That is what it is for.
        } catch (Throwable unexpected) {
            throw new AssertionError(crafted, unexpected);
        }
        long allocated = memory.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertTrue(allocated < MOST_BYTES, allocated + " bytes for " + crafted);
    }
}
