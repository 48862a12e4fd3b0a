package io.polybloom.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.layout.Geometry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values at the limits of the stored parameters, and those that the next generation of a filter must share. */
class StoredLimitsTest {

    private static final String SPEC =
            "format=1;generation=00000000000000aa;origin=00000000000000bb;layout=classic-v1;hash=murmur3-128;"
                    + "capacity=1000;fpp=0.01;sizing=BALANCED;bits=4096;hashes=4;partitions=1;maxPartitionBits=4096;"
                    + "servers=1;overCapacity=DEGRADE;elements=";

    private static FilterDescription decode(String old, String changed) {
        assertTrue(SPEC.contains(old), old);
        return SpecCodec.decode("clicks", SPEC.replace(old, changed));
    }

    @Test
    void readsTheGreatestAndTheLeast() {
        assertEquals(512, decode("Bits=4096", "Bits=512").maxPartitionBits());
        assertEquals(64, decode("hashes=4", "hashes=64").geometry().hashes());
        assertEquals(
                Geometry.MAX_PARTITION_BITS,
                decode(";bits=4096", ";bits=" + Geometry.MAX_PARTITION_BITS)
                        .geometry()
                        .partitionBits());
    }

    @ParameterizedTest
    @CsvSource({
        "Bits=4096, Bits=511",
        "hashes=4, hashes=65",
        ";bits=4096, ;bits=4294966785",
        "murmur3-128, siphash-2-4",
        "murmur3-128, murmur3-128;key=00112233445566778899aabbccddeeff"
    })
    void refusesWhatLiesBeyond(String old, String changed) {
        assertThrows(ForeignDataException.class, () -> decode(old, changed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "bits=8;hashes=65;partitions=1", "bits=0;hashes=1;partitions=1"})
    void refusesALayerThatIsNone(String text) {
        ForeignDataException refused =
                assertThrows(ForeignDataException.class, () -> SpecCodec.decodeLayer("clicks", text));
        assertTrue(refused.getMessage().contains("'" + text + "'"), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "capacity=1000, capacity=1001, capacity is 1001",
        "fpp=0.01, fpp=0.02, fpp is 0.02",
        ";bits=4096, ;bits=4104, geometry is",
        "partitions=1, partitions=2, geometry is",
        "origin=00000000000000bb;layout=classic-v1;hash=murmur3-128;capacity=1000;fpp=0.01;sizing=BALANCED;"
                + "bits=4096;hashes=4,"
                + " origin=00000000000000cc;layout=classic-v1;hash=murmur3-128;capacity=1000;fpp=0.01;sizing=BALANCED;"
                + "bits=4096;hashes=5,"
                + " hashes is 5",
        "DEGRADE, GROW, overCapacity is GROW",
        "classic-v1, blocked-v1, layout is blocked-v1",
        "murmur3-128, siphash-2-4;key=00112233445566778899aabbccddeeff, keyed is true"
    })
    void refusesAGenerationOfOtherParameters(String old, String changed, String words) {
        FilterDescription known = SpecCodec.decode("clicks", SPEC);
        SpecMismatchException refused = assertThrows(
                SpecMismatchException.class, () -> SpecComparison.requireSame(decode(old, changed), known));
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
        assertEquals(1, refused.differences().size());
    }

    @Test
    void takesAnotherLifeInOtherPartitions() {
        FilterDescription known = SpecCodec.decode("clicks", SPEC);
        String anew = SPEC.replace("origin=00000000000000bb", "origin=00000000000000cc")
                .replace(";bits=4096;hashes=4;partitions=1;", ";bits=2048;hashes=4;partitions=2;");
        SpecComparison.requireSame(SpecCodec.decode("clicks", anew), known);
    }
}
