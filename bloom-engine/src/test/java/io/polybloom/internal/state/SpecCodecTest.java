package io.polybloom.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecCodecTest {

    private static final String GOLDEN =
            "format=1;generation=0123456789abcdef;origin=0123456789abcdef;layout=classic-v1;hash=murmur3-128;"
                    + "capacity=20000;fpp=1.0E-4;sizing=BALANCED;bits=420912;hashes=8;partitions=1;"
                    + "maxPartitionBits=134217728;servers=1;overCapacity=DEGRADE;elements=utf-8";

    private static final FilterDescription DESCRIPTION = new FilterDescription(
            "clicks",
            new FilterDescription.Parameters(
                    "classic-v1",
                    Optional.of(ElementHash.murmur3()),
                    20_000,
                    1e-4,
                    Sizing.BALANCED,
                    OverCapacity.DEGRADE,
                    "utf-8"),
            new FilterDescription.Shape(List.of(new Geometry(420_912, 8, 1)), List.of(), 1 << 27, 1, Optional.empty()),
            new FilterDescription.Life("0123456789abcdef", "0123456789abcdef", 0, 0),
            new FilterDescription.State(0, Optional.empty(), false, Optional.empty()));

    @Test
    void writesTheCanonicalText() {
        assertEquals(GOLDEN, SpecCodec.encode(DESCRIPTION));
    }

    @Test
    void readsItBack() {
        assertEquals(DESCRIPTION, SpecCodec.decode("clicks", GOLDEN));
    }

    @Test
    void saysThatALaterFormatNeedsALaterRelease() {
        UnsupportedFilterException refused = assertThrows(
                UnsupportedFilterException.class, () -> SpecCodec.decode("clicks", "format=2;shape=round"));
        assertTrue(refused.getMessage().contains("format 2"), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "hash=murmur3-128, hash=murmur9",
        "sizing=BALANCED, sizing=ROOMY",
        "overCapacity=DEGRADE, overCapacity=LATER"
    })
    void saysThatAWordOfALaterReleaseNeedsIt(String old, String later) {
        UnsupportedFilterException refused = assertThrows(
                UnsupportedFilterException.class, () -> SpecCodec.decode("clicks", replace(GOLDEN, old, later)));
        assertTrue(refused.getMessage().contains(later + ", which this release does not know"), refused.getMessage());
    }

    @Test
    void saysThatAKeyOfALaterReleaseNeedsIt() {
        UnsupportedFilterException refused = assertThrows(
                UnsupportedFilterException.class,
                () -> SpecCodec.decode("clicks", replace(GOLDEN, ";servers=", ";decay=60000;servers=")));
        assertTrue(refused.getMessage().contains("decay=60000"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "format=1", "format=1;", "FORMAT=1;generation=0123456789abcdef"})
    void refusesWhatItDidNotWrite(String text) {
        assertForeign(text);
    }

    @ParameterizedTest
    @CsvSource({
        "generation=0123456789abcdef, generation=0123456789abcdeg",
        "generation=0123456789abcdef;origin=0123456789abcdef, origin=0123456789abcdef;generation=0123456789abcdef",
        "origin=0123456789abcdef, origin=0123456789abcde",
        "capacity=20000, capacity=0",
        "capacity=20000, capacity=x",
        "capacity=20000;, ''",
        "capacity=20000, capacity=20000;capacity=20000",
        "fpp=1.0E-4, fpp=NaN",
        "fpp=1.0E-4, fpp=1.0",
        "fpp=1.0E-4, fpp=0.0",
        "bits=420912, bits=4294966785",
        "hashes=8, hashes=65",
        "hashes=8, hashes=8=8",
        "servers=1, servers=0",
        "maxPartitionBits=134217728, maxPartitionBits=511",
        "hash=murmur3-128, hash=",
        "overCapacity=DEGRADE, overCapacity=no word",
        "elements=utf-8, elements=utf 8"
    })
    void refusesWhatItWouldNotWrite(String right, String wrong) {
        assertForeign(replace(GOLDEN, right, wrong));
    }

    private static void assertForeign(String text) {
        ForeignDataException refused = assertThrows(ForeignDataException.class, () -> SpecCodec.decode("clicks", text));
        assertTrue(refused.getMessage().contains("a Polybloom specification"), refused.getMessage());
    }

    private static String replace(String text, String old, String replacement) {
        assertTrue(text.contains(old), text);
        return text.replace(old, replacement);
    }
}
