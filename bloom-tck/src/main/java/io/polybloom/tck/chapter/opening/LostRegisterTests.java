package io.polybloom.tck.chapter.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
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
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A filter whose register, or the copy of it, is lost while its bits still exist. */
public abstract class LostRegisterTests extends KitTests {

    private static final Duration LIFE = Duration.ofMinutes(10);

    /** Each of the two is lost after the other one was restored from it. */
    @TestFactory
    @Checks("5.13")
    List<DynamicTest> oneOfTheTwoIsRestoredFromTheOther() {
        return List.of(
                row("the register first", () -> assertRestored(StoredFilter::loseRegister, StoredFilter::loseCopy)),
                row("the copy first", () -> assertRestored(StoredFilter::loseCopy, StoredFilter::loseRegister)));
    }

    private void assertRestored(BiConsumer<RespClient, String> first, BiConsumer<RespClient, String> second) {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilters filters = filters();
        BloomFilter<CharSequence> old = open(filters, spec);
        old.addAll(words("word-", 100));
        old.clear();
        old.addAll(words("word-", 100));
        FilterDescription filter = old.description();
        try (RespClient redis = standalone().client()) {
            for (BiConsumer<RespClient, String> loss : List.of(first, second, first)) {
                loss.accept(redis, spec.name());
                assertEquals(100, count(open(filters(), spec).mightContainAll(words("word-", 100))));
                assertEquals(StoredFilter.keys(filter), redis.keys("*" + spec.name() + "*"));
                for (String key : StoredFilter.keys(filter)) {
                    assertEquals(-1, redis.integer("PTTL", key), key);
                }
                assertEquals(
                        filter.generation(),
                        filters.describe(spec.name()).orElseThrow().generation());
                assertTrue(old.mightContain("word-0"));
            }
            first.accept(redis, spec.name());
            old.clear();
            assertFalse(open(filters(), spec).mightContain("word-0"));
            second.accept(redis, spec.name());
            open(filters(), spec).delete();
            assertEquals(List.of(), StoredFilter.keysLeft(redis, "*" + spec.name() + "*"));
        }
    }

    @TestFactory
    @Checks("5.13")
    List<DynamicTest> whatIsRestoredExpiresWithTheFilter() {
        return List.of(
                row("the register", () -> assertExpiryIsRestored(StoredFilter::loseRegister)),
                row("the copy", () -> assertExpiryIsRestored(StoredFilter::loseCopy)));
    }

    private void assertExpiryIsRestored(BiConsumer<RespClient, String> loss) {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilters filters = filters();
        try (RespClient redis = standalone().client()) {
            long before = clock(redis);
            open(filters, spec).expire(LIFE);
            loss.accept(redis, spec.name());
            FilterDescription filter = open(filters(), spec).description();
            assertTrue(filter.expireAt().isPresent(), "the expiry is lost");
            for (String key : StoredFilter.keys(filter)) {
                assertExpiresWithFilter(redis, key, LIFE, before);
            }
        }
    }

    @Test
    @Checks("5.13")
    void ifBothAreLostThereIsNoFilterOfThatName() {
        FilterSpec spec = fresh().capacity(1000).partitions(3).build();
        BloomFilters filters = filters();
        BloomFilter<CharSequence> old = open(filters, spec);
        old.addAll(words("word-", 100));
        try (RespClient redis = standalone().client()) {
            StoredFilter.loseRegisterAndCopy(redis, spec.name());
            assertEquals(Optional.empty(), filters.describe(spec.name()));
            assertThrows(FilterGoneException.class, () -> filters().openExisting(spec.name(), TEXT));
            assertFalse(filters().run(FilterRemoval.of(spec.name())));
            assertThrows(FilterGoneException.class, old::clear);
            BloomFilter<CharSequence> anew = open(filters(), spec);
            assertFalse(anew.mightContain("word-0"), "an element of the filter that was lost");
            assertTrue(anew.add("word-0"));
        }
    }

    /** By the clock of the client, which is the clock of this JVM. */
    @TestFactory
    @Checks("5.14")
    List<DynamicTest> anOpenFilterNoticesThatItIsNoLongerStored() {
        return List.of(
                row(
                        "lost",
                        () -> assertNoticed(FilterGoneException.class, (name, redis) -> {
                            StoredFilter.loseRegisterAndCopy(redis, name);
                        })),
                row(
                        "replaced",
                        () -> assertNoticed(LostDataException.class, (name, redis) -> {
                            StoredFilter.loseRegisterAndCopy(redis, name);
                            open(
                                    filters(),
                                    FilterSpec.named(name).capacity(1000).build());
                        })));
    }

    private void assertNoticed(
            Class<? extends BloomFilterException> expected, BiConsumer<String, RespClient> accident) {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilter<CharSequence> filter = open(filters(), spec, OPTIONS.configCheckedEvery(Duration.ofMillis(1)));
        filter.add("present");
        try (RespClient redis = standalone().client()) {
            accident.accept(spec.name(), redis);
        }
        long accidentAt = System.currentTimeMillis();
        Await.until("the period is over", PATIENT, () -> System.currentTimeMillis() > accidentAt + 1);
        assertThrows(expected, () -> filter.mightContain("present"));
    }
}
