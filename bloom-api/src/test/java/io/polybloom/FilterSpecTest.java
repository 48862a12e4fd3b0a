package io.polybloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FilterSpecTest {

    private static FilterSpecBuilder clicks() {
        return FilterSpec.named("clicks");
    }

    private static FilterSpecBuilder ofServer() {
        return FilterSpec.named("clicks").layout("bf").capacity(10);
    }

    static Stream<Arguments> badArguments() {
        return Stream.of(
                row("capacity must be at least 1, not 0", () -> clicks().capacity(0)),
                row("capacity must be at least 1, not -5", () -> clicks().capacity(-5)),
                row(
                        "must lie between 0 and 1 (both excluded), not 0.0",
                        () -> clicks().capacity(1).falsePositiveRate(0).build()),
                row("not 1.0", () -> clicks().falsePositiveRate(1)),
                row("not -0.1", () -> clicks().falsePositiveRate(-0.1)),
                row("not NaN", () -> clicks().falsePositiveRate(Double.NaN)),
                row("not Infinity", () -> clicks().falsePositiveRate(Double.POSITIVE_INFINITY)),
                row("bits must be at least 1, not 0", () -> clicks().bits(0)),
                row("hashes must be at least 1, not 0", () -> clicks().hashes(0)),
                row(
                        "hashes must be from 1 to 64, not 65",
                        () -> clicks().bits(10).hashes(65).build()),
                row("partitions must be from 1 to 16777216, not 0", () -> clicks().partitions(0)),
                row("maxPartitionBits must be at least 512", () -> clicks().maxPartitionBits(511)),
                row(
                        "a slice must last at least 100 ms, not 99 ms",
                        () -> clicks().window(Duration.ofMillis(4 * 99), 4)),
                row(
                        "partitions, more than 16777216: ask for fewer elements or a higher false-positive rate",
                        () -> clicks().capacity(1L << 61)
                                .falsePositiveRate(0.5)
                                .window(Duration.ofHours(4), 4)
                                .build()),
                row("a whole number of milliseconds", () -> clicks().window(Duration.ofMillis(401), 4)),
                row("the name of an element format must be 1 to 64", () -> clicks().elementFormat("")),
                row("dots, hyphens and underscores, not 'a b'", () -> clicks().elementFormat("a b")),
                row("1 to 64", () -> clicks().elementFormat("a".repeat(65))),
                row(
                        "cannot store the name of an element format",
                        () -> ofServer().elementFormat("a").build()),
                row(
                        "has a hash of its own: leave out keyed",
                        () -> ofServer().keyed().build()),
                row(
                        "leave them out",
                        () -> FilterSpec.existing("clicks").capacity(1).build()),
                row(
                        "leave them out",
                        () -> FilterSpec.existing("clicks")
                                .falsePositiveRate(0.1)
                                .build()),
                row(
                        "leave them out",
                        () -> FilterSpec.existing("clicks").bits(1).build()),
                row(
                        "leave them out",
                        () -> FilterSpec.existing("clicks").partitions(1).build()),
                row(
                        "leave them out",
                        () -> FilterSpec.existing("clicks").keyed().build()),
                row(
                        "unknown layout 'spiral': choose one of bf, blocked-v1, classic-v1, counting-v1",
                        () -> clicks().layout("spiral")),
                row("give a capacity, or bits and hashes", () -> clicks().build()),
                row("must be given together", () -> clicks().bits(10).build()),
                row("must be given together", () -> clicks().hashes(3).build()),
                row("either", () -> clicks().capacity(5).bits(10).hashes(1).build()),
                row(
                        "use more partitions",
                        () -> clicks().bits(1L << 33).hashes(3).partitions(1).build()));
    }

    private static Arguments row(String fragment, Executable call) {
        return Arguments.of(fragment, call);
    }

    @ParameterizedTest
    @MethodSource("badArguments")
    void saysWhatIsWrongWithAnArgument(String fragment, Executable call) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, call);
        assertTrue(refused.getMessage().contains(fragment), refused.getMessage());
    }

    @Test
    void takesTheValuesAtTheEndsOfTheRanges() {
        FilterSpecBuilder spec = clicks().capacity(1);
        assertEquals(512, spec.maxPartitionBits(512).build().maxPartitionBits());
        assertEquals(1, spec.partitions(1).build().partitions().getAsInt());
    }

    @Test
    void leavesARateOfZeroToTheLayout() {
        FilterSpecBuilder spec = clicks().capacity(1).falsePositiveRate(0);
        assertThrows(IllegalArgumentException.class, spec::build);
        assertEquals(0.5, spec.falsePositiveRate(0.5).build().falsePositiveRate());
    }

    @Test
    void knowsNoSizeOfAnExistingFilter() {
        FilterSpec existing = FilterSpec.existing("clicks").build();
        assertThrows(IllegalStateException.class, existing::budget);
    }

    @Test
    void countsPartitionsUpToTheLimit() {
        long most = 512L * Geometry.MAX_PARTITIONS;
        FilterSpecBuilder huge = clicks().hashes(1).maxPartitionBits(512);
        assertEquals(
                new Geometry(512, 1, Geometry.MAX_PARTITIONS),
                huge.bits(most).build().geometry(1));
        huge.bits(most + 1);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, huge::build);
        assertTrue(refused.getMessage().contains("would need 16777217 partitions"), refused.getMessage());
    }

    @Test
    void dividesTheBitsAsTheWireFormatSays() {
        FilterSpec spec = clicks().capacity(20_000).falsePositiveRate(1e-4).build();
        assertEquals(new BitBudget(420_909, 8), spec.budget());
        assertEquals(new Geometry(420_912, 8, 1), spec.geometry(1));
        assertEquals(new Geometry(210_456, 8, 2), spec.geometry(2));
    }

    @Test
    void takesAsManyPartitionsAsTheLimitAsksFor() {
        FilterSpec spec = clicks().bits(10_000).hashes(3).maxPartitionBits(1024).build();
        assertEquals(10, spec.geometry(1).partitions());
        assertEquals(16, spec.geometry(16).partitions());
        assertEquals(
                3,
                clicks().bits(10_000)
                        .hashes(3)
                        .partitions(3)
                        .build()
                        .geometry(16)
                        .partitions());
    }

    @Test
    void givesAFilterOfBitsTheCapacityAtWhichItIsHalfFull() {
        FilterSpec spec = clicks().bits(1000).hashes(7).build();
        assertEquals(99, spec.capacity());
        assertEquals(Math.pow(0.5, 7), spec.falsePositiveRate(), 1e-4);
        assertEquals(1, clicks().bits(1).hashes(64).build().capacity());
    }

    @Test
    void sizesByTheLayout() {
        FilterSpec spec = clicks().layout("blocked-v1")
                .capacity(20_000)
                .falsePositiveRate(1e-4)
                .build();
        assertEquals(new BitBudget(470_528, 8), spec.budget());
        assertEquals(new Geometry(117_760, 8, 4), spec.geometry(4));
        assertEquals(
                512,
                clicks().layout("blocked-v1").capacity(1).build().geometry(1).partitionBits());
        FilterSpec byBits =
                clicks().layout("blocked-v1").bits(5_120_000).hashes(8).build();
        assertEquals(446_655, byBits.capacity());
        assertEquals(0.005225, byBits.falsePositiveRate(), 1e-6);
        assertEquals(
                FilterSpec.DEFAULT_MAX_PARTITION_BITS,
                clicks().layout("blocked-v1")
                        .bits(2 * FilterSpec.DEFAULT_MAX_PARTITION_BITS - 1)
                        .hashes(8)
                        .build()
                        .geometry(1)
                        .partitionBits());
    }

    @Test
    void isEqualByItsParameters() {
        FilterSpec spec = clicks().capacity(10).build();
        assertEquals(spec, clicks().capacity(10).falsePositiveRate(0.01).build());
        assertEquals(spec.hashCode(), clicks().capacity(10).build().hashCode());
        assertNotEquals(spec, clicks().capacity(11).build());
        assertNotEquals(spec, FilterSpec.named("views").capacity(10).build());
    }
}
