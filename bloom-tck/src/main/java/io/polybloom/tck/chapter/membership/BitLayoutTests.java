package io.polybloom.tck.chapter.membership;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The data of a filter in Redis, byte for byte, read back by the kit's own client. */
public abstract class BitLayoutTests extends KitTests {

    @Test
    @Checks("2.01")
    void partitionsAreByteIdenticalToTheReference() {
        FilterSpec spec =
                fresh().capacity(3000).falsePositiveRate(1e-4).partitions(3).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        List<String> elements = words("élément-", 3000);
        filter.addAll(elements.subList(0, 2990));
        elements.subList(2990, 3000).forEach(filter::add);
        assertStored(filter.description(), elements);
    }

    @Test
    @Checks("2.01")
    void sixtyFourSmallPartitionsAreByteIdenticalToTheReference() {
        FilterSpec spec = fresh().capacity(10_000).partitions(64).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        List<String> elements = words("word-", 10_000);
        filter.addAll(elements);
        assertStored(filter.description(), elements);
    }

    /** The text form of these elements has no information, so only the bytes of their funnel can have been hashed. */
    @Test
    @Checks("2.01")
    void elementsAreTheBytesOfTheirFunnel() {
        FilterSpec spec = fresh().capacity(1000).build();
        BloomFilter<byte[]> filter = filters().open(spec, Funnels.byteArrayFunnel());
        Reference reference = new Reference(filter.description());
        for (String word : words("élément-", 100)) {
            byte[] element = word.getBytes(StandardCharsets.UTF_8);
            reference.add(word);
            assertTrue(filter.add(element), word);
            assertTrue(filter.mightContain(element.clone()), word);
        }
        reference.assertStoredOn(List.of(standalone()));
    }

    private void assertStored(FilterDescription filter, List<String> elements) {
        Reference reference = new Reference(filter);
        elements.forEach(reference::add);
        reference.assertStoredOn(List.of(standalone()));
    }

    @Test
    @Checks("2.02")
    void theRegisterHoldsTheCanonicalText() {
        FilterSpec spec = fresh().capacity(20_000).falsePositiveRate(1e-4).build();
        FilterDescription filter = open(filters(), spec).description();
        try (RespClient redis = standalone().client()) {
            StoredFilter.assertStored(
                    redis,
                    filter,
                    "layout=classic-v1;hash=murmur3-128;capacity=20000;fpp=1.0E-4;sizing=BALANCED;"
                            + "bits=420912;hashes=8;partitions=1;maxPartitionBits=4193792;servers=1;"
                            + "overCapacity=DEGRADE;elements=utf-8",
                    List.of());
            assertTrue(filter.generation().matches("[0-9a-f]{16}"), filter.generation());
            assertTrue(filter.origin().matches("[0-9a-f]{16}"), filter.origin());
        }
    }

    @Test
    @Checks("2.02")
    void onlyTheNewestVersionsAreKept() {
        FilterSpec spec = fresh().capacity(1000).partitions(2).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        try (RespClient redis = standalone().client()) {
            for (int clears = 0; clears < 6; clears++) {
                StoredFilter.assertStoredLayers(redis, spec.name(), 1);
                filter.clear();
            }
            StoredFilter.assertStoredLayers(redis, spec.name(), 1);
        }
    }
}
