package io.polybloom.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.FilterDescription.Rebuild.State;
import io.polybloom.ForeignDataException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.layout.ElementHash;
import io.polybloom.testing.TestFilters;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RebuildsTest {

    private static final String OLD = "0123456789abcdef";
    private static final String NEXT = "00000000000000ff";
    private static final Optional<Instant> EXPIRY = Optional.of(Instant.ofEpochMilli(1_900_000_000_000L));
    private static final FilterDescription CREATED =
            Descriptions.planned(TestFilters.clicks(2), 1, OLD, ElementHash.murmur3());
    private static final FilterDescription FILTER =
            Descriptions.withState(Descriptions.withNumber(CREATED, 3, 4), true, EXPIRY);

    private final Map<String, String> fields = new HashMap<>();

    private void begin(int number, String generation) {
        fields.put("next." + OLD + "." + number, SpecCodec.encode(Descriptions.rebuilt(FILTER, FILTER, generation)));
    }

    private Rebuild last() {
        List<Rebuild> rebuilds = ConfigRecord.rebuilds(fields, FILTER);
        return rebuilds.get(rebuilds.size() - 1);
    }

    private State state() {
        return last().state();
    }

    @Test
    void thereIsNoneWithoutAField() {
        assertEquals(List.of(), ConfigRecord.rebuilds(fields, FILTER));
    }

    @Test
    void anotherGenerationHasItsOwn() {
        begin(1, NEXT);
        FilterDescription other = Descriptions.cleared(FILTER, 4, "fedcba9876543210");
        assertEquals(List.of(), ConfigRecord.rebuilds(fields, other));
    }

    @Test
    void itIsUnderWayWhenItsPartitionsAreMade() {
        begin(1, NEXT);
        assertEquals(State.BEGUN, state());
        fields.put("ready." + OLD + ".0", "1");
        assertEquals(State.BEGUN, state());
        fields.put("ready." + NEXT + ".0", "1");
        assertEquals(State.UNDER_WAY, state());
    }

    @Test
    void itsDecisionEndsIt() {
        begin(2, NEXT);
        fields.put("decision." + OLD + ".1", "abandon");
        assertEquals(State.BEGUN, state());
        fields.put("decision." + OLD + ".2", "abandon");
        assertEquals(State.ABANDONED, state());
        fields.put("ready." + NEXT + ".0", "1");
        assertEquals(State.ABANDONED, state());
        fields.put("decision." + OLD + ".2", "switch");
        assertEquals(State.SWITCHED, state());
    }

    /** By number: in the order of texts, 9 would be after 10. */
    @Test
    void theLastOneHasTheHighestNumber() {
        begin(9, "0000000000000009");
        begin(10, "000000000000000a");
        Rebuild last = last();
        assertEquals(10, last.number());
        assertEquals("000000000000000a", last.next().generation());
        assertEquals(
                List.of(9, 10),
                ConfigRecord.rebuilds(fields, FILTER).stream()
                        .map(Rebuild::number)
                        .toList());
    }

    @Test
    void theNextGenerationIsOneRebuildLaterAndExpiresWithTheFilter() {
        begin(1, NEXT);
        FilterDescription next = last().next();
        assertEquals(3, next.clears());
        assertEquals(5, next.rebuilds());
        assertEquals(EXPIRY, next.expireAt());
    }

    @Test
    void aFieldWithoutANumberIsNotOurs() {
        fields.put("next." + OLD + ".first", SpecCodec.encode(FILTER));
        assertThrows(ForeignDataException.class, () -> ConfigRecord.rebuilds(fields, FILTER));
    }
}
