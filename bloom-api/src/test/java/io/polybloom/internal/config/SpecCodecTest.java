package io.polybloom.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.layout.Geometry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecCodecTest {

    private static final String GOLDEN =
            "format=1;generation=0123456789abcdef;layout=classic-v1;capacity=20000;fpp=1.0E-4;"
                    + "bits=420912;hashes=8;partitions=1;servers=1;overCapacity=DEGRADE";

    private static final FilterDescription DESCRIPTION = new FilterDescription(
            "clicks",
            "0123456789abcdef",
            "classic-v1",
            20_000,
            1e-4,
            List.of(new Geometry(420_912, 8, 1)),
            1,
            OverCapacity.DEGRADE,
            false,
            Optional.empty());

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
    @ValueSource(
            strings = {
                "format=1;generation=0123456789abcdef;layout=classic-v1;capacity=0;fpp=0.01;bits=8;hashes=1;"
                        + "partitions=1;servers=1;overCapacity=DEGRADE",
                "format=1;generation=0123456789abcdef;layout=classic-v1;capacity=1;fpp=NaN;bits=8;hashes=1;"
                        + "partitions=1;servers=1;overCapacity=DEGRADE",
                "format=1;generation=0123456789abcdef;layout=classic-v1;capacity=1;fpp=1.0;bits=8;hashes=1;"
                        + "partitions=1;servers=1;overCapacity=DEGRADE",
                "format=1;generation=0123456789abcdef;layout=classic-v1;capacity=1;fpp=0.01;bits=8;hashes=1;"
                        + "partitions=1;servers=0;overCapacity=DEGRADE",
                "",
                "hello",
                "format=1",
                "format=1;generation=0123456789abcdef;layout=classic-v1;capacity=x;fpp=1.0E-4;bits=8;hashes=8;"
                        + "partitions=1;servers=1;overCapacity=DEGRADE",
                "format=1;generation=0123456789abcdeg;layout=classic-v1;capacity=1;fpp=1.0E-4;bits=8;hashes=8;"
                        + "partitions=1;servers=1;overCapacity=DEGRADE",
                "format=1;layout=classic-v1;generation=0123456789abcdef;capacity=1;fpp=1.0E-4;bits=8;hashes=8;"
                        + "partitions=1;servers=1;overCapacity=DEGRADE",
                "format=1;generation=0123456789abcdef;layout=classic-v1;capacity=1;fpp=1.0E-4;bits=8;hashes=65;"
                        + "partitions=1;servers=1;overCapacity=DEGRADE",
                "format=1;generation=0123456789abcdef;layout=classic-v1;capacity=1;fpp=1.0E-4;bits=8;hashes=1;"
                        + "partitions=1;servers=1;overCapacity=LATER"
            })
    void refusesWhatItDidNotWrite(String text) {
        ForeignDataException refused = assertThrows(ForeignDataException.class, () -> SpecCodec.decode("clicks", text));
        assertTrue(refused.getMessage().contains("no Polybloom specification"), refused.getMessage());
    }
}
