package io.polybloom.locate;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.assertAllPresent;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.OverCapacityException;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilterBuilderTest {

    private static final int ELEMENTS = 600;

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).capacity(1000).partitions(3);
    }

    private static byte[] written(FilterBuilder<?> builder) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        builder.writeTo(out);
        return out.toByteArray();
    }

    private static InputStream in(byte[] snapshot) {
        return new ByteArrayInputStream(snapshot);
    }

    private void bring(byte[] snapshot) {
        filters.run(SnapshotImport.of(() -> in(snapshot)));
    }

    private List<String> strings(String name) {
        return List.copyOf(
                StoredConfig.bits(redis, filters.describe(name).orElseThrow()).values());
    }

    @Test
    void buildsTheBitsThatALoadSets() throws IOException {
        for (String layout : List.of(Layouts.CLASSIC, Layouts.BLOCKED, Layouts.WORDS)) {
            for (OverCapacity policy : OverCapacity.values()) {
                String name = layout + "-" + policy;
                FilterSpec built =
                        spec(name).layout(layout).overCapacity(policy).build();
                FilterBuilder<CharSequence> builder = FilterBuilder.of(built, TEXT);
                assertTrue(builder.add("word-0"));
                assertFalse(builder.add("word-0"));
                builder.addAll(words(ELEMENTS));
                bring(written(builder));
                BloomFilter<CharSequence> loaded = TestFilters.open(
                        redis, spec("loaded-" + name).layout(layout).overCapacity(policy));
                loaded.load(words(ELEMENTS), (done) -> {});
                assertEquals(strings("loaded-" + name), strings(name));
                BloomFilter<CharSequence> opened = TestFilters.open(redis, built);
                assertEquals(loaded.stats().layers(), opened.stats().layers());
                assertEquals("utf-8", opened.description().elementFormat());
            }
        }
    }

    @Test
    void mergesBuildersAndSnapshots() throws IOException {
        FilterBuilder<CharSequence> all = FilterBuilder.of(spec("a").build(), TEXT);
        all.addAll(words(ELEMENTS));
        FilterBuilder<CharSequence> one = FilterBuilder.of(spec("a").build(), TEXT);
        one.addAll(words(ELEMENTS).subList(0, 200));
        FilterBuilder<CharSequence> two = FilterBuilder.of(spec("a").build(), TEXT);
        two.addAll(words(ELEMENTS).subList(200, 400));
        FilterBuilder<CharSequence> three = FilterBuilder.of(spec("a").build(), TEXT);
        three.addAll(words(ELEMENTS).subList(400, ELEMENTS));
        FilterBuilder<CharSequence> merged = FilterBuilder.<CharSequence>from(in(written(one)), TEXT)
                .merge(two)
                .merge(in(written(three)));
        assertArrayEquals(numbered(all), numbered(merged));
        assertFalse(merged.add("word-599"));
    }

    private static byte[] numbered(FilterBuilder<?> builder) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        builder.writeTo(out, "0123456789abcdef");
        return out.toByteArray();
    }

    @Test
    void continuesAFilterOfRedisWithItsKey() throws IOException {
        BloomFilter<CharSequence> keyed = TestFilters.open(redis, spec("keyed").keyed());
        keyed.addAll(words(100));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filters.run(SnapshotExport.of("keyed", out));
        FilterBuilder<CharSequence> builder = FilterBuilder.from(in(out.toByteArray()), TEXT);
        builder.addAll(words(ELEMENTS));
        bring(written(builder));
        assertAllPresent(keyed, words(ELEMENTS));
        FilterBuilder<CharSequence> another =
                FilterBuilder.of(spec("keyed").keyed().build(), TEXT);
        assertThrows(SpecMismatchException.class, () -> another.merge(builder));
    }

    @Test
    void keepsTheBitsInAFile(@TempDir Path directory) throws IOException {
        FilterSpec large = FilterSpec.named("a").capacity(2_000_000).build();
        AtomicLong end = new AtomicLong();
        byte[] mapped;
        try (FileChannel file = FileChannel.open(
                directory.resolve("bits"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            FilterBuilder<CharSequence> builder = FilterBuilder.of(large, TEXT, 1, bytes -> {
                try {
                    return file.map(FileChannel.MapMode.READ_WRITE, end.getAndAdd(bytes), bytes)
                            .order(ByteOrder.nativeOrder());
                } catch (IOException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            builder.addAll(words(10_000));
            builder.merge(FilterBuilder.of(large, TEXT).merge(in(numbered(builder))));
            mapped = numbered(builder);
        }
        FilterBuilder<CharSequence> onHeap = FilterBuilder.of(large, TEXT);
        onHeap.addAll(words(10_000));
        assertArrayEquals(numbered(onHeap), mapped);
        assertTrue(end.get() > 2_000_000);
        FilterBuilder<CharSequence> tooSmall = FilterBuilder.of(large, TEXT, 1, bytes -> ByteBuffer.allocate(1));
        assertThrows(IllegalArgumentException.class, () -> tooSmall.add("a"));
    }

    @Test
    void writesNoFilterThatIsOverItsCapacity() throws IOException {
        for (OverCapacity policy : List.of(OverCapacity.REJECT, OverCapacity.GROW)) {
            FilterBuilder<CharSequence> builder =
                    FilterBuilder.of(spec("a").overCapacity(policy).build(), TEXT);
            builder.addAll(words(1000));
            byte[] fits = written(builder);
            builder.addAll(words(1500));
            assertThrows(OverCapacityException.class, () -> written(builder));
            FilterBuilder<CharSequence> again = FilterBuilder.from(in(fits), TEXT);
            again.addAll(words(1500));
            assertThrows(OverCapacityException.class, () -> written(again));
        }
    }

    @Test
    void refusesWhatCannotBeBuilt() throws IOException {
        for (FilterSpec wrong : List.of(
                spec("a").layout(Layouts.COUNTING).build(),
                spec("a").layout(Layouts.SERVER).build(),
                spec("a").window(Duration.ofHours(1), 4).build())) {
            assertThrows(UnsupportedFilterException.class, () -> FilterBuilder.of(wrong, TEXT), wrong.toString());
        }
        FilterSpec existing = FilterSpec.existing("a").build();
        assertThrows(IllegalArgumentException.class, () -> FilterBuilder.of(existing, TEXT));
        byte[] text = written(FilterBuilder.of(spec("a").build(), TEXT));
        assertThrows(SpecMismatchException.class, () -> FilterBuilder.from(in(text), Elements.longs()));
        FilterBuilder<CharSequence> larger =
                FilterBuilder.of(FilterSpec.named("a").capacity(9000).build(), TEXT);
        assertThrows(SpecMismatchException.class, () -> larger.merge(in(text)));
        byte[] golden;
        try (InputStream in = FilterBuilderTest.class.getResourceAsStream("/io/polybloom/snapshot/clicks.bloom")) {
            golden = in.readAllBytes();
        }
        assertThrows(UnsupportedFilterException.class, () -> FilterBuilder.from(in(golden), TEXT));
    }

    /** The golden snapshot of the first release: the same elements must always make the same bytes. */
    @Test
    void writesTheGoldenSnapshot() throws IOException {
        FilterBuilder<CharSequence> builder = FilterBuilder.of(
                FilterSpec.named("built").capacity(300).partitions(2).build(), TEXT);
        builder.addAll(words(300));
        try (InputStream in = FilterBuilderTest.class.getResourceAsStream("/io/polybloom/snapshot/built.bloom")) {
            assertArrayEquals(in.readAllBytes(), numbered(builder));
        }
    }
}
