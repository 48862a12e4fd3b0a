package io.polybloom.internal.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import com.google.common.hash.Hashing;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.ForeignDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters whose bits depend on a secret key. */
class KeyedFilterTest {

    private static final int SEED = 0x706f6c79;
    private static final byte[] VICTIM = "payment-4711".getBytes(StandardCharsets.UTF_8);

    private final MemoryRedis redis = new MemoryRedis();

    private static FilterSpecBuilder spec(String layout) {
        return FilterSpec.named("payments")
                .capacity(1000)
                .falsePositiveRate(1e-9)
                .layout(layout);
    }

    private BloomFilter<byte[]> open(FilterSpec spec) {
        return new BlockingBloomFilters(redis).open(spec, Funnels.byteArrayFunnel());
    }

    private static byte[] collidingWithTheVictim() {
        ByteBuffer words = ByteBuffer.wrap(
                        Hashing.murmur3_128(SEED).hashBytes(VICTIM).asBytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        return Murmur3Collision.with(SEED, words.getLong(), words.getLong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic-v1", "blocked-v1", "words-v1"})
    void aComputedElementIsTakenForAnotherOneOnlyWithoutAKey(String layout) {
        byte[] crafted = collidingWithTheVictim();
        BloomFilter<byte[]> filter = open(spec(layout).build());
        filter.add(crafted);
        assertFalse(filter.add(VICTIM), "the collision is none");
        filter.delete();
        BloomFilter<byte[]> keyed = open(spec(layout).keyed().build());
        keyed.add(crafted);
        assertTrue(keyed.add(VICTIM));
    }

    @Test
    void theStoredKeyWinsAndSurvivesAClear() {
        BloomFilter<byte[]> filter = open(spec("classic-v1").keyed().build());
        String key = key();
        filter.add(VICTIM);
        BloomFilter<byte[]> other = open(spec("classic-v1").keyed().build());
        assertTrue(other.mightContain(VICTIM));
        assertTrue(open(FilterSpec.existing("payments").build()).mightContain(VICTIM));
        filter.clear();
        assertEquals(key, key());
        assertTrue(other.add(VICTIM));
    }

    @Test
    void everyFilterHasAKeyOfItsOwn() {
        open(spec("classic-v1").keyed().build());
        String first = key();
        redis.hashes.clear();
        redis.strings.clear();
        open(spec("classic-v1").keyed().build());
        assertNotEquals(first, key());
    }

    @Test
    void keyedAndNotAreTwoThings() {
        open(spec("classic-v1").keyed().build());
        assertMismatch("keyed is true, not false", spec("classic-v1").build());
        redis.hashes.clear();
        open(spec("classic-v1").build());
        assertMismatch("keyed is false, not true", spec("classic-v1").keyed().build());
    }

    @Test
    void nothingShowsTheKey() {
        BloomFilter<byte[]> filter = open(spec("classic-v1").keyed().build());
        String key = key();
        assertFalse(filter.description().toString().contains(key));
        assertFalse(filter.toString().contains(key));
        SpecMismatchException refused = assertThrows(
                SpecMismatchException.class, () -> open(spec("classic-v1").build()));
        assertFalse(refused.getMessage().contains(key), refused.getMessage());
        StoredConfig.tamper(redis, "payments", text -> text.replace("servers=1", "servers=x"));
        ForeignDataException foreign = assertThrows(
                ForeignDataException.class, () -> open(spec("classic-v1").build()));
        assertTrue(foreign.getMessage().contains("key=(secret);"), foreign.getMessage());
    }

    private void assertMismatch(String fragment, FilterSpec spec) {
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, () -> open(spec));
        assertTrue(refused.getMessage().contains(fragment), refused.getMessage());
    }

    private String key() {
        return StoredConfig.hashKey(redis, "payments");
    }
}
