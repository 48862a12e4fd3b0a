package io.polybloom.internal.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterDescription.Rebuild.State;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.layout.ElementHash;
import io.polybloom.testing.TestFilters;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client concludes from the marks of rebuilds and from the register. */
class RebuildMarksTest {

    private static final FilterDescription FILTER =
            Descriptions.planned(TestFilters.clicks(1), 1, "0123456789abcdef", ElementHash.murmur3());

    private static FilterDescription with(int begun, State state) {
        return Descriptions.withRebuild(FILTER, begun, Optional.of(new Rebuild(begun, state, FILTER)));
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
        assertEquals(state == State.UNDER_WAY, new Generation(with(1, state)).relaysAdds());
        assertFalse(new Generation(FILTER).relaysAdds());
    }
}
