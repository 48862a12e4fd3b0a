package io.polybloom.locate;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilter;
import io.polybloom.Elements;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MirrorView;
import io.polybloom.OverCapacity;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import io.polybloom.transfer.SnapshotExport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotMirrorTest {

    private final MemoryRedis redis = new MemoryRedis();

    private byte[] export(String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new BlockingBloomFilters(redis).run(SnapshotExport.of(name, out));
        return out.toByteArray();
    }

    private static MirrorView<CharSequence> read(byte[] snapshot) throws IOException {
        return SnapshotMirror.read(new ByteArrayInputStream(snapshot), TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic-v1", "blocked-v1", "keyed", "grown", "large", "trailer alone"})
    void answersAsTheFilterDidWhenItWasExported(String shape) throws IOException {
        FilterSpecBuilder spec = FilterSpec.named("clicks");
        switch (shape) {
            case "keyed" -> spec.capacity(1000).keyed().partitions(3);
            case "grown" -> spec.capacity(100).overCapacity(OverCapacity.GROW);
            case "large" -> spec.bits(9_000_000).hashes(4).partitions(1);
            case "trailer alone" -> spec.bits(8 * 65_536 * 2).hashes(4).partitions(1);
            default -> spec.capacity(1000).layout(shape);
        }
        BloomFilter<CharSequence> filter = TestFilters.open(redis, spec);
        filter.addAll(words(500));
        List<String> asked = words(20_000);
        boolean[] answers = filter.mightContainAll(asked);
        redis.millis = 1_000_000;
        byte[] snapshot = export("clicks");
        FilterDescription exported = filter.description();
        filter.clear();
        MirrorView<CharSequence> mirror = read(snapshot);
        assertArrayEquals(answers, mirror.mightContainAll(asked));
        for (int i = 0; i < 1000; i++) {
            assertEquals(answers[i], mirror.mightContain(asked.get(i)), asked.get(i));
        }
        assertEquals(Instant.ofEpochMilli(1_000_000), mirror.asOf());
        assertEquals(exported.layers(), mirror.description().layers());
    }

    @Test
    void answersAsAFilterThatWasBuiltAndBelongsToNoTime() throws IOException {
        FilterBuilder<CharSequence> builder =
                FilterBuilder.of(FilterSpec.named("built").capacity(1000).build(), TEXT);
        builder.addAll(words(10));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        builder.writeTo(out);
        MirrorView<CharSequence> mirror = read(out.toByteArray());
        boolean[] answers = mirror.mightContainAll(words(11));
        assertArrayEquals(new boolean[] {true, false}, new boolean[] {answers[9], answers[10]});
        assertThrows(IllegalStateException.class, mirror::asOf);
    }

    @Test
    void readsNothingThatIsDamagedOrCutOff() throws IOException {
        TestFilters.open(redis, FilterSpec.named("clicks").capacity(50)).add("x");
        byte[] snapshot = export("clicks");
        for (int at = 0; at < snapshot.length; at++) {
            byte[] damaged = snapshot.clone();
            damaged[at] ^= 1;
            assertThrows(IOException.class, () -> read(damaged), "byte " + at);
            byte[] cut = Arrays.copyOf(snapshot, at);
            assertThrows(IOException.class, () -> read(cut), "the first " + at);
        }
    }

    @Test
    void refusesOtherElementsAndCounters() {
        TestFilters.open(redis, FilterSpec.named("clicks").capacity(100));
        byte[] ofText = export("clicks");
        assertThrows(
                SpecMismatchException.class,
                () -> SnapshotMirror.read(new ByteArrayInputStream(ofText), Elements.longs()));
        new BlockingBloomFilters(redis)
                .openRemovable(
                        FilterSpec.named("counts")
                                .capacity(100)
                                .layout(Layouts.COUNTING)
                                .build(),
                        TEXT);
        byte[] counters = export("counts");
        assertThrows(UnsupportedFilterException.class, () -> read(counters));
    }
}
