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
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A filter whose config is lost while its bits still exist. */
public abstract class LostConfigTests extends KitTests {

    @Test
    @Checks("5.13")
    void aFilterWhoseConfigIsLostIsRefusedUntilItIsRemoved() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilters filters = filters();
        BloomFilter<CharSequence> old = open(filters, spec);
        old.addAll(words("word-", 100));
        try (RespClient redis = standalone().client()) {
            StoredFilter.loseConfig(redis, spec.name());
            assertThrows(LostDataException.class, () -> filters.describe(spec.name()));
            LostDataException refused = assertThrows(LostDataException.class, () -> open(filters(), spec));
            assertTrue(refused.getMessage().contains("FilterRemoval"), refused.getMessage());
            assertTrue(old.mightContain("word-0"));

            assertTrue(filters().run(FilterRemoval.of(spec.name())));
            assertEquals(List.of(), redis.keys("*" + spec.name() + "*"));
        }
        assertThrows(FilterGoneException.class, () -> old.mightContain("word-0"));
        assertFalse(filters().run(FilterRemoval.of(spec.name())));
        assertTrue(open(filters(), spec).add("word-0"));
    }

    /** By the clock of the client, which is the clock of this JVM. */
    @TestFactory
    @Checks("5.14")
    List<DynamicTest> anOpenFilterNoticesThatItsConfigIsNoLongerThere() {
        return List.of(
                row("lost", () -> assertNoticed((name, redis) -> StoredFilter.loseConfig(redis, name))),
                row(
                        "replaced",
                        () -> assertNoticed((name, redis) -> {
                            StoredFilter.loseConfigAndTrace(redis, name);
                            open(
                                    filters(),
                                    FilterSpec.named(name).capacity(1000).build());
                        })));
    }

    private void assertNoticed(BiConsumer<String, RespClient> accident) {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilter<CharSequence> filter = open(filters(), spec, OPTIONS.configCheckedEvery(Duration.ofMillis(1)));
        filter.add("present");
        try (RespClient redis = standalone().client()) {
            accident.accept(spec.name(), redis);
        }
        long accidentAt = System.currentTimeMillis();
        Await.until("the period is over", PATIENT, () -> System.currentTimeMillis() > accidentAt + 1);
        assertThrows(LostDataException.class, () -> filter.mightContain("present"));
    }
}
