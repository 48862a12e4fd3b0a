package io.polybloom.internal.opening;

import static io.polybloom.testing.TestFilters.TEXT;
import static io.polybloom.testing.TestFilters.clicks;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.ForeignDataException;
import io.polybloom.LostDataException;
import io.polybloom.OverCapacity;
import io.polybloom.SpecMismatchException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.StoredConfig;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningTest {

    private static final Funnel<CharSequence> UNENCODED = Funnels.unencodedCharsFunnel();
    private static final Funnel<UUID> IDS =
            (id, sink) -> sink.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    private static final long OF_OLD = 1L << 27;

    private final MemoryRedis redis = new MemoryRedis();
    private final BlockingBloomFilters filters = new BlockingBloomFilters(redis);

    @Test
    void createsEveryPartitionAtFullLengthWithItsTrailer() {
        FilterDescription description = filters.open(clicks(3), TEXT).description();
        assertTrue(StoredConfig.text(redis).startsWith("format=2;by="), StoredConfig.text(redis));
        assertEquals(description.generation(), StoredConfig.value(redis, "generation"));
        assertTrue(StoredConfig.isReady(redis));
        assertEquals(redis.hashes.get(StoredConfig.KEY), redis.hashes.get(StoredConfig.COPY));
        assertEquals(3, redis.strings.size());
        for (int i = 0; i < 3; i++) {
            byte[] bits = redis.strings.get(StoredConfig.partition(description, 0, i));
            assertEquals(description.geometry().partitionBits() / 8 + 1, bits.length);
            assertEquals((byte) 0x80, bits[bits.length - 1]);
        }
    }

    @Test
    void createsNothingForAnOpenerWhoNeverCreates() {
        FilterOptions options = FilterOptions.defaults().neverCreate();
        assertThrows(FilterGoneException.class, () -> filters.open(clicks(3), TEXT, options));
        assertEquals(Set.of(), redis.hashes.keySet());
        assertEquals(Set.of(), redis.strings.keySet());
        filters.open(clicks(3), TEXT).add("a");
        assertTrue(filters.open(clicks(3), TEXT, options).mightContain("a"));
        assertThrows(
                SpecMismatchException.class,
                () -> filters.open(clicks().capacity(7).build(), TEXT, options));
    }

    @Test
    void saysThatItHasWrittenNothingWhenItsFirstWriteIsRefused() {
        redis.refuse(Verb.HSETNX, "OOM command not allowed");
        BackendException refused = assertThrows(BackendException.class, () -> filters.open(clicks(3), TEXT));
        assertFalse(refused.mayHaveBeenApplied(), refused.getMessage());
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void saysThatItMayHaveWrittenWhenALaterCommandIsRefused() {
        redis.refuse(Verb.SETBIT, "OOM command not allowed");
        BackendException refused = assertThrows(BackendException.class, () -> filters.open(clicks(3), TEXT));
        assertTrue(refused.mayHaveBeenApplied(), refused.getMessage());
    }

    @Test
    void describesABillionElementsInPartitionsOfTheDocumentedSize() {
        FilterSpec spec = FilterSpec.named("clicks")
                .capacity(1_000_000_000L)
                .falsePositiveRate(1e-9)
                .build();
        Map<String, Long> trailers = new HashMap<>();
        redis.answerInstead = command -> {
            if (command.verb() == Verb.BITFIELD_RO) {
                return new Reply.Ints(new long[] {1, 0});
            }
            if (command.verb() != Verb.SETBIT) {
                return null;
            }
            long bit = Long.parseLong(new String(command.arguments()[0], StandardCharsets.US_ASCII));
            trailers.put(new String(command.key(), StandardCharsets.UTF_8), bit);
            return new Reply.Int(0);
        };
        FilterDescription description = filters.open(spec, TEXT).description();
        Geometry geometry = description.geometry();
        assertEquals(18, geometry.hashes());
        assertEquals(11_292, geometry.partitions());
        assertEquals(4_193_432L, geometry.partitionBits());
        assertTrue(geometry.totalBits() >= spec.budget().totalBits());
        assertEquals(geometry.partitions(), trailers.size());
        for (int i = 0; i < geometry.partitions(); i++) {
            String key = StoredConfig.partition(description, 0, i);
            assertEquals(geometry.partitionBits(), trailers.get(key), key);
        }
        assertEquals(geometry.partitions() * (geometry.partitionBits() / 8 + 1), description.memoryBytes());
    }

    @Test
    void spreadsPartitionsOverIndependentServersWithTheRegisterOnTheFirst() {
        MemoryRedis three = new MemoryRedis(3);
        new BlockingBloomFilters(three).open(clicks(7), TEXT);
        for (Batch batch : three.batches) {
            boolean isOfRegister = batch.orderingKey() == Batch.CONFIG_ORDERING_KEY;
            boolean isOfOrder = new String(batch.commands().get(0).key()).endsWith(":order");
            // The register is looked for everywhere, and lies on the first.
            assertTrue(
                    batch.server() == (isOfRegister ? 0 : batch.orderingKey() % 3)
                            || isOfRegister && (isOfOrder || !batch.isWrite()),
                    batch::toString);
        }
        assertEquals(Set.of(StoredConfig.KEY, StoredConfig.COPY), three.hashes.keySet());
    }

    @Test
    void adoptsWhatIsStoredWithOneBatch() {
        FilterDescription first = filters.open(clicks(3), TEXT).description();
        redis.batches.clear();
        FilterSpec withoutPartitions = TestFilters.clicks().build();
        assertEquals(
                first.generation(),
                filters.open(withoutPartitions, TEXT).description().generation());
        assertEquals(
                3, filters.openExisting("clicks", TEXT).description().geometry().partitions());
        assertEquals(2, redis.batches.size());
    }

    @Test
    void refusesOtherParametersAndChangesNothing() {
        BloomFilter<CharSequence> open = filters.open(clicks(2), TEXT);
        open.add("a");
        Map<String, String> before = redis.snapshot();
        assertMismatch(
                "capacity is 1000, not 1001",
                FilterSpec.named("clicks").capacity(1001).build());
        assertMismatch(
                "fpp is 0.01, not 0.02",
                TestFilters.clicks().falsePositiveRate(0.02).build());
        assertMismatch("partitions is 2, not 3", clicks(3));
        assertMismatch(
                "hashes is 4, not 9",
                FilterSpec.named("clicks").bits(10_523).hashes(9).build());
        assertEquals(before, redis.snapshot());
        assertTrue(open.mightContain("a"));
    }

    @Test
    void comparesAFilterOfBitsByItsBits() {
        FilterSpec spec =
                FilterSpec.named("clicks").bits(1001).hashes(3).partitions(2).build();
        filters.open(spec, TEXT);
        filters.open(FilterSpec.named("clicks").bits(1001).hashes(3).build(), TEXT);
        assertMismatch(
                "bits per partition is 504, not 512",
                FilterSpec.named("clicks").bits(1023).hashes(3).build());
        assertMismatch(
                "bits per partition is 504, not 274877906944",
                FilterSpec.named("clicks").bits(1L << 39).hashes(3).build());
    }

    @Test
    void refusesAnotherNumberOfServers() {
        filters.open(clicks(2), TEXT);
        MemoryRedis two = new MemoryRedis(2);
        two.hashes.putAll(redis.hashes);
        SpecMismatchException refused = assertThrows(
                SpecMismatchException.class, () -> new BlockingBloomFilters(two).openExisting("clicks", TEXT));
        assertEquals(
                "the filter 'clicks' is on 1 server, but 2 are named. Nothing was changed: name only that one",
                refused.getMessage());
        assertEquals(List.of(new SpecMismatchException.Difference("servers", "1", "2")), refused.differences());
    }

    /** To open it by its name alone, or with its own parameters, would not help. */
    @Test
    void saysHowManyServersMustBeNamed() {
        MemoryRedis two = new MemoryRedis(2);
        new BlockingBloomFilters(two).open(clicks(2), TEXT);
        redis.hashes.putAll(two.hashes);
        String message = "the filter 'clicks' is spread over 2 servers, but 1 is named. Nothing was changed: name both,"
                + " in the order in which they were named when it was created; the first has its register";
        SpecMismatchException opened =
                assertThrows(SpecMismatchException.class, () -> filters.openExisting("clicks", TEXT));
        assertEquals(message, opened.getMessage());
        SpecMismatchException asked = assertThrows(SpecMismatchException.class, () -> filters.open(clicks(2), TEXT));
        assertEquals(message, asked.getMessage());
        SpecMismatchException removed =
                assertThrows(SpecMismatchException.class, () -> filters.run(FilterRemoval.of("clicks")));
        assertEquals(message, removed.getMessage());
    }

    /** The layer of its creator is not known to be complete, so another one takes its place. */
    @Test
    void completesAFilterThatItsCreatorHasLeftHalfMade() {
        BloomFilter<CharSequence> first = filters.open(clicks(5), TEXT);
        String generation = first.description().generation();
        StoredConfig.rollBack(redis, 1);
        redis.remove(StoredConfig.partition(first.description(), 0, 4));
        assertEquals("making", StoredConfig.phase(redis));
        assertFalse(filters.describe("clicks").orElseThrow().ready());

        BloomFilter<CharSequence> second = filters.openExisting("clicks", TEXT);
        assertEquals(generation, second.description().generation());
        assertEquals(4, redis.strings.size(), "nothing is made until the filter is used");
        assertTrue(second.add("a"));
        assertTrue(StoredConfig.isReady(redis));
        assertEquals(5, redis.strings.size());
        assertTrue(second.mightContain("a"));
    }

    /** Another client was faster, and its parameters are the same. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void opensTheFilterOfTheClientThatWasFaster(int batches) {
        int[] left = {batches};
        String[] life = {""};
        redis.before = batch -> {
            if (batch.isWrite() && left[0]-- == 0) {
                redis.before = later -> {};
                life[0] = filters.open(clicks(3), TEXT).description().origin();
            }
        };
        BloomFilter<CharSequence> opened = filters.open(clicks(3), TEXT);
        assertEquals(life[0], opened.description().origin());
        assertEquals(3, redis.strings.size(), "what the slower one has made is removed");
        assertEquals(Map.of(), redis.expiries);
        assertTrue(opened.add("a"));
    }

    @Test
    void saysSoWhenTheFilterIsDeletedWhileItIsCreated() {
        redis.once(
                batch -> StoredConfig.writes(batch, ";phase=ready;"),
                () -> new BlockingBloomFilters(redis).run(FilterRemoval.of("clicks")));
        assertThrows(FilterGoneException.class, () -> filters.open(clicks(3), TEXT));
        assertEquals(Map.of(), redis.strings);
        assertEquals("deleted", StoredConfig.phase(redis));
    }

    @Test
    void doesNotFindAFilterThatWasNeverCreated() {
        assertEquals(java.util.Optional.empty(), filters.describe("clicks"));
        FilterGoneException gone = assertThrows(FilterGoneException.class, () -> filters.openExisting("clicks", TEXT));
        assertTrue(gone.getMessage().contains("does not exist"), gone.getMessage());
        assertEquals(Map.of(), redis.snapshot());
    }

    @Test
    void refusesForeignDataUnderTheKeyOfTheRegisterAndChangesNothing() {
        redis.strings.put(StoredConfig.KEY, new byte[] {1});
        assertRefused(ForeignDataException.class, "value of another type");
        redis.strings.clear();
        StoredConfig.store(redis, "hello");
        assertRefused(ForeignDataException.class, "a Polybloom specification");
        StoredConfig.store(redis, "format=7;x=y");
        assertRefused(UnsupportedFilterException.class, "format 7");
        redis.hashes.put(StoredConfig.KEY, new TreeMap<>(Map.of("spec", "format=1;generation=0123456789abcdef")));
        redis.remove(StoredConfig.COPY);
        assertRefused(UnsupportedFilterException.class, "is stored in format 1, which this release does not read");
        redis.hashes.put(StoredConfig.KEY, new TreeMap<>(Map.of("client", "wrong")));
        assertRefused(ForeignDataException.class, "but the fields [client]");
    }

    @Test
    void refusesALayoutThatItDoesNotKnow() {
        filters.open(clicks(1), TEXT);
        StoredConfig.tamper(redis, "clicks", text -> text.replace("classic-v1", "spiral-v9"));
        UnsupportedFilterException refused =
                assertThrows(UnsupportedFilterException.class, () -> filters.openExisting("clicks", TEXT));
        assertTrue(refused.getMessage().contains("spiral-v9"), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"classic-v1, 1004", "blocked-v1, 8", "blocked-v1, 1000"})
    void refusesAShapeThatTheLayoutNeverMakes(String layout, int bits) {
        String text = "format=2;by=00000000000000cc;phase=ready;life=00000000000000bb;generation=00000000000000aa;"
                + "clears=0;rebuilds=0;begun=0;layout=" + layout + ";hash=murmur3-128;capacity=1000;fpp=0.01;"
                + "sizing=BALANCED;bits=" + bits + ";hashes=4;partitions=1;maxPartitionBits=134217728;servers=1;"
                + "overCapacity=DEGRADE;elements=;layers=00000000000000dd/" + bits + "/4/1";
        StoredConfig.store(redis, text);
        ForeignDataException refused =
                assertThrows(ForeignDataException.class, () -> filters.openExisting("clicks", TEXT));
        assertTrue(refused.getMessage().contains(bits + " bits"), refused.getMessage());
        assertTrue(refused.getMessage().contains(layout), refused.getMessage());
    }

    @Test
    void lengthensNothingWhenItIsOpenedAgain() {
        TestFilters.open(redis, clicks(3)).add("a");
        Map<String, String> before = redis.snapshot();
        TestFilters.open(redis, clicks(3));
        assertEquals(before, redis.snapshot());
    }

    private void assertMismatch(String fragment, FilterSpec spec) {
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, () -> filters.open(spec, TEXT));
        assertTrue(refused.getMessage().contains(fragment), refused.getMessage());
        assertFalse(refused.getMessage().contains("format="), "the text of the register: " + refused.getMessage());
    }

    private void assertRefused(Class<? extends RuntimeException> type, String fragment) {
        Map<String, String> before = redis.snapshot();
        RuntimeException refused = assertThrows(type, () -> filters.open(clicks(1), TEXT));
        assertTrue(refused.getMessage().contains(fragment), refused.getMessage());
        assertEquals(before, redis.snapshot());
    }

    @Test
    void isRefusedAndChangesNothing() {
        filters.open(TestFilters.clicks().build(), TestFilters.TEXT).add("a");
        Map<String, String> before = redis.snapshot();
        assertRefused(TestFilters.clicks().build());
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
        filters.open(TestFilters.clicks().build(), TestFilters.TEXT).add("a");
        Funnel<String> own = (text, sink) -> sink.putBytes(text.getBytes(UTF_8));
        assertTrue(filters.open(TestFilters.clicks().build(), own).mightContain("a"));
        assertTrue(filters.open(TestFilters.clicks().build(), Funnels.byteArrayFunnel())
                .mightContain("a".getBytes(UTF_8)));
    }

    @Test
    void aCallerWhoKnowsBetterSaysSo() {
        filters.open(TestFilters.clicks().build(), TestFilters.TEXT);
        Funnel<CharSequence> ascii = Funnels.stringFunnel(java.nio.charset.StandardCharsets.US_ASCII);
        assertTrue(filters.open(TestFilters.clicks().elementFormat("utf-8").build(), ascii)
                .add("a"));
    }

    @Test
    void aNameStandsForAFunnelOfObjects() {
        BloomFilter<UUID> filter =
                filters.open(TestFilters.clicks().elementFormat("id-v1").build(), IDS);
        assertEquals("id-v1", filter.description().elementFormat());
        filter.clear();
        assertEquals("id-v1", filter.description().elementFormat());
        assertThrows(
                SpecMismatchException.class,
                () -> filters.open(TestFilters.clicks().elementFormat("id-v2").build(), IDS));
        assertFalse(filters.open(TestFilters.clicks().build(), IDS).mightContain(new UUID(1, 2)));
    }

    private static FilterSpecBuilder spec() {
        return FilterSpec.named("clicks").capacity(1_000_000);
    }

    @Test
    void isOpenedAsItIs() {
        BloomFilter<CharSequence> old =
                filters.open(spec().maxPartitionBits(OF_OLD).build(), TEXT);
        old.add("a");
        BloomFilter<CharSequence> now = filters.open(spec().build(), TEXT);
        assertTrue(now.mightContain("a"));
        assertEquals(1, now.description().geometry().partitions());
        assertEquals(OF_OLD, now.description().maxPartitionBits());
        now.clear();
        assertEquals(1, now.description().geometry().partitions(), "a clear keeps the shape");
        assertFalse(old.mightContain("a"));
    }

    @Test
    void isOpenedByItsBitsAsItIs() {
        FilterSpecBuilder bits = FilterSpec.named("clicks").bits(10_000_001).hashes(4);
        filters.open(bits.maxPartitionBits(OF_OLD).build(), TEXT).add("a");
        BloomFilter<CharSequence> now = filters.open(
                FilterSpec.named("clicks").bits(10_000_001).hashes(4).build(), TEXT);
        assertTrue(now.mightContain("a"));
        assertEquals(1, now.description().geometry().partitions());
    }

    /** Each layer is twice as large; the third one would take more than the limit of today. */
    @Test
    void growsByLayersAsItsCreatorWantedThem() {
        FilterSpecBuilder growing = FilterSpec.named("clicks").capacity(100).overCapacity(OverCapacity.GROW);
        filters.open(growing.maxPartitionBits(4096).build(), TEXT);
        BloomFilter<CharSequence> now = filters.open(
                FilterSpec.named("clicks")
                        .capacity(100)
                        .overCapacity(OverCapacity.GROW)
                        .build(),
                TEXT);
        for (int i = 0; i < 2000; i++) {
            now.add("word " + i);
        }
        now.description().layers().forEach(layer -> assertTrue(layer.partitionBits() <= 4096, layer.toString()));
        assertTrue(now.description().layers().get(3).partitions() > 1);
    }

    /** One program was updated and creates the filter again while another one, of an older release, holds it open. */
    @Test
    void anotherLifeInOtherPartitionsIsTakenUpAndSaidOnce() {
        FilterSpec old = spec().maxPartitionBits(OF_OLD).build();
        BloomFilter<CharSequence> held = filters.open(old, TEXT);
        held.add("a");
        filters.open(old, TEXT).delete();
        filters.open(spec().build(), TEXT).add("b");
        assertThrows(LostDataException.class, () -> held.mightContain("b"));
        assertTrue(held.mightContain("b"));
        assertEquals(3, held.description().geometry().partitions());
    }
}
