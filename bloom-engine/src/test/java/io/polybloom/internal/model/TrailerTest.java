package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterDescription.Rebuild.State;
import io.polybloom.layout.ElementHash;
import io.polybloom.testing.TestFilters;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The marks of rebuilds in a trailer, and what a client concludes from them and from the register. */
class TrailerTest {

    private static final FilterDescription FILTER =
            Descriptions.planned(TestFilters.clicks(1), 1, "0123456789abcdef", ElementHash.murmur3());

    private static FilterDescription with(int begun, State state) {
        return Descriptions.withRebuild(FILTER, begun, Optional.of(new Rebuild(begun, state, FILTER)));
    }

    /** The trailer's first two bits are those of life and of the seal. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 3", "5, 6", "6, 7", "7, 7", "1000, 7"})
    void eachRebuildHasABitOfItsOwnUpToTheSixth(int rebuild, int bit) {
        assertEquals(bit, Trailer.bitOfMark(rebuild));
    }

    /** The reply to GET u7 m+1: the seal, and then the marks. */
    @ParameterizedTest
    @CsvSource({"0, 0", "64, 0", "32, 1", "96, 1", "48, 2", "16, 2", "56, 3", "33, 6", "1, 6", "127, 6"})
    void theLatestMarkCounts(long marks, int rebuild) {
        assertEquals(rebuild, Trailer.of(marks).latestMark());
    }

    @Test
    void aCopyKeepsLifeAndSealOnly() {
        assertEquals((byte) 0xc0, Trailer.withoutMarks((byte) 0xff));
        assertEquals((byte) 0x80, Trailer.withoutMarks((byte) 0xa1));
        assertEquals(0, Trailer.withoutMarks((byte) 0x3f));
    }

    @Test
    void anyMarkIsNewsToAClientThatKnowsOfNoRebuild() {
        Layer layer = new Generation(FILTER).newest();
        assertFalse(layer.isNews(0));
        assertTrue(layer.isNews(1));
    }

    @ParameterizedTest
    @CsvSource({
        // The next generation has no partitions yet when a rebuild is begun, so its mark says that it has some by now.
        "BEGUN, 2, 2, true",
        "BEGUN, 2, 1, false",
        "UNDER_WAY, 2, 2, false",
        "UNDER_WAY, 2, 3, true",
        "UNDER_WAY, 2, 0, false",
        // The last bit is that of all rebuilds from the sixth on.
        "UNDER_WAY, 6, 6, false",
        "UNDER_WAY, 9, 6, false"
    })
    void aMarkIsNewsIfItMayBeThatOfALaterRebuild(State state, int known, int mark, boolean isNews) {
        assertEquals(isNews, new Generation(with(known, state)).newest().isNews(mark));
    }

    /** They were abandoned, or a failover has undone the one that is not known. */
    @ParameterizedTest
    @CsvSource({"2, 2, false", "2, 3, true", "0, 1, true", "6, 6, true", "9, 6, true"})
    void aMarkIsNewsIfNoRebuildExplainsIt(int begun, int mark, boolean isNews) {
        FilterDescription filter = Descriptions.withRebuild(FILTER, begun, Optional.empty());
        assertEquals(isNews, new Generation(filter).newest().isNews(mark));
    }

    @ParameterizedTest
    @EnumSource
    void addsGoIntoBothGenerationsOnceTheNextOneIsMade(State state) {
        assertEquals(state == State.UNDER_WAY, new Generation(with(1, state)).isBeingRebuilt());
        assertFalse(new Generation(FILTER).isBeingRebuilt());
    }
}
