package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The marks in a trailer. */
class TrailerTest {

    /** The trailer's first two bits are those of life and of the seal. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 3", "5, 6", "6, 7", "7, 7", "1000, 7"})
    void eachMarkHasABitOfItsOwnUpToTheSixth(int mark, int bit) {
        assertEquals(bit, Trailer.bitOfMark(mark));
    }

    /** The reply to GET u7 m+1: the seal, and then the marks. */
    @ParameterizedTest
    @CsvSource({"0, 0", "64, 0", "32, 1", "96, 1", "48, 2", "16, 2", "56, 3", "33, 6", "1, 6", "127, 6"})
    void theLatestMarkCounts(long marks, int latest) {
        assertEquals(latest, Trailer.of(marks).latestMark());
    }

    @Test
    void aCopyKeepsLifeAndSealOnly() {
        assertEquals((byte) 0xc0, Trailer.withoutMarks((byte) 0xff));
        assertEquals((byte) 0x80, Trailer.withoutMarks((byte) 0xa1));
        assertEquals(0, Trailer.withoutMarks((byte) 0x3f));
    }
}
