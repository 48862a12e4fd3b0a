package io.polybloom.internal.open;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MemoryRedis;
import io.polybloom.SpecMismatchException;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingBloomFilters;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A filter is opened with another funnel than the one that has filled it. */
class OtherFunnelTest {

    private static final Funnel<CharSequence> UNENCODED = Funnels.unencodedCharsFunnel();
    private static final Funnel<UUID> IDS =
            (id, sink) -> sink.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    private static FilterSpecBuilder clicks() {
        return FilterSpec.named("clicks").capacity(1000);
    }

    @Test
    void isRefusedAndChangesNothing() {
        filters.open(clicks().build(), TestFilters.TEXT).add("a");
        Map<String, String> before = redis.snapshot();
        assertRefused(clicks().build());
        assertRefused(FilterSpec.existing("clicks").build());
        assertEquals(before, redis.snapshot());
    }

    private void assertRefused(FilterSpec spec) {
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, () -> filters.open(spec, UNENCODED));
        assertTrue(
                refused.getMessage().contains("the element format utf-8, but this funnel writes utf-16le"),
                refused.getMessage());
    }

    @Test
    void anotherFunnelOfTheSameBytesIsTaken() {
        filters.open(clicks().build(), TestFilters.TEXT).add("a");
        Funnel<String> own = (text, sink) -> sink.putBytes(text.getBytes(UTF_8));
        assertTrue(filters.open(clicks().build(), own).mightContain("a"));
        assertTrue(filters.open(clicks().build(), Funnels.byteArrayFunnel()).mightContain("a".getBytes(UTF_8)));
    }

    @Test
    void aCallerWhoKnowsBetterSaysSo() {
        filters.open(clicks().build(), TestFilters.TEXT);
        Funnel<CharSequence> ascii = Funnels.stringFunnel(java.nio.charset.StandardCharsets.US_ASCII);
        assertTrue(filters.open(clicks().elementFormat("utf-8").build(), ascii).add("a"));
    }

    @Test
    void aNameStandsForAFunnelOfObjects() {
        BloomFilter<UUID> filter = filters.open(clicks().elementFormat("id-v1").build(), IDS);
        assertEquals("id-v1", filter.description().elementFormat());
        filter.clear();
        assertEquals("id-v1", filter.description().elementFormat());
        assertThrows(
                SpecMismatchException.class,
                () -> filters.open(clicks().elementFormat("id-v2").build(), IDS));
        assertFalse(filters.open(clicks().build(), IDS).mightContain(new UUID(1, 2)));
    }
}
