package io.polybloom.tck.chapter.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a filter whose config is lost while its bits are still there. */
public abstract class LostConfigTests extends KitTests {

    public LostConfigTests(Backend backend) {
        super(backend);
    }

    @Test
    @Checks(Rule.LOST_CONFIG)
    void aFilterWhoseConfigIsLostIsRefusedUntilItIsRemoved() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilters filters = filters();
        BloomFilter<CharSequence> old = open(filters, spec);
        old.addAll(words("word-", 100));
        try (RespClient redis = SharedServers.standalone().client()) {
            redis.call("DEL", "bloom:{" + spec.name() + "}");
            assertThrows(LostDataException.class, () -> filters.describe(spec.name()));
            LostDataException refused = assertThrows(LostDataException.class, () -> open(filters(), spec));
            assertTrue(refused.getMessage().contains("FilterRemoval"), refused.getMessage());
            assertTrue(old.mightContain("word-0"));

            assertTrue(filters().run(FilterRemoval.of(spec.name())));
            assertEquals(List.of(), redis.keys("bloom:{" + spec.name() + "*"));
        }
        assertThrows(FilterGoneException.class, () -> old.mightContain("word-0"));
        assertFalse(filters().run(FilterRemoval.of(spec.name())));
        assertTrue(open(filters(), spec).add("word-0"));
    }
}
