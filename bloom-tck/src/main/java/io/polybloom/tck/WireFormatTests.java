package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.ElementLocation;
import io.polybloom.spi.ElementLocator;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a filter leaves in Redis, byte for byte, read back by the kit's own client. */
abstract class WireFormatTests extends KitTests {

    WireFormatTests(Backend backend) {
        super(backend);
    }

    @Test
    void partitionsAreByteIdenticalToTheReference() {
        RedisServer server = SharedServers.standalone();
        FilterSpec spec =
                fresh().capacity(3000).falsePositiveRate(1e-4).partitions(3).build();
        BloomFilter<CharSequence> filter = open(connect(Target.standalone(server.uri())), spec);
        List<String> elements = words("élément-", 3000);
        filter.addAll(elements.subList(0, 2990));
        elements.subList(2990, 3000).forEach(filter::add);
        assertPartitions(filter.description(), elements, List.of(server));
    }

    @Test
    void sixtyFourSmallPartitionsAreByteIdenticalToTheReference() {
        RedisServer server = SharedServers.standalone();
        FilterSpec spec = fresh().capacity(10_000).partitions(64).build();
        BloomFilter<CharSequence> filter = open(connect(Target.standalone(server.uri())), spec);
        List<String> elements = words("word-", 10_000);
        filter.addAll(elements);
        assertPartitions(filter.description(), elements, List.of(server));
    }

    @Test
    void partitionsOfIndependentServersLieOnTheServerOfTheirIndex() {
        List<RedisServer> servers = SharedServers.independent();
        FilterSpec spec = fresh().capacity(3000).partitions(7).build();
        BloomFilter<CharSequence> filter = open(connect(Target.independent(servers)), spec);
        assertEquals(3, filter.description().servers());
        List<String> elements = words("word-", 3000);
        filter.addAll(elements);
        assertPartitions(filter.description(), elements, servers);
        assertEquals(3000, count(filter.mightContainAll(elements)));
        assertEquals(3000, filter.stats().estimatedCount(), 150);
    }

    @Test
    void theConfigHoldsTheCanonicalSpecification() {
        RedisServer server = SharedServers.standalone();
        FilterSpec spec = fresh().capacity(20_000).falsePositiveRate(1e-4).build();
        String generation = open(connect(Target.standalone(server.uri())), spec)
                .description()
                .generation();
        try (RespClient redis = server.client()) {
            String config = "bloom:{" + spec.name() + "}";
            assertEquals(
                    "format=1;generation=" + generation
                            + ";layout=classic-v1;capacity=20000;fpp=1.0E-4;bits=420912;hashes=8;"
                            + "partitions=1;servers=1;overCapacity=DEGRADE",
                    redis.text("HGET", config, "spec"));
            assertEquals(generation, redis.text("HGET", config, "ready"));
            assertEquals(2, redis.integer("HLEN", config));
            assertTrue(generation.matches("[0-9a-f]{16}"), generation);
        }
    }

    @Test
    void aTaggedNameKeepsEveryKeyInTheUsersSlot() {
        RedisServer server = SharedServers.standalone();
        String name = "shop:{" + fresh().capacity(1).build().name() + "}:seen";
        FilterSpec spec = FilterSpec.named(name).capacity(1000).partitions(2).build();
        String generation = open(connect(Target.standalone(server.uri())), spec)
                .description()
                .generation();
        try (RespClient redis = server.client()) {
            assertEquals(1, redis.integer("EXISTS", "bloom:" + name + ":config"));
            assertEquals(1, redis.integer("EXISTS", "bloom:" + name + ":0:" + generation + ".0"));
            assertEquals(1, redis.integer("EXISTS", "bloom:" + name + ":1:" + generation + ".0"));
        }
    }

    /** The reference sets the bits that {@link ElementLocator} names, whose formulas are held by golden vectors. */
    private static void assertPartitions(
            FilterDescription description, List<String> elements, List<RedisServer> servers) {
        Geometry geometry = description.geometry();
        Map<String, byte[]> expected = new TreeMap<>();
        Map<String, RedisServer> homes = new TreeMap<>();
        for (int partition = 0; partition < geometry.partitions(); partition++) {
            String key = "bloom:{" + description.name() + ":" + partition + "}:" + description.generation() + ".0";
            byte[] bits = new byte[(int) (geometry.partitionBits() / 8 + 1)];
            bits[bits.length - 1] = (byte) 0x80;
            expected.put(key, bits);
            homes.put(key, servers.get(partition % servers.size()));
        }
        ElementLocator locator = ElementLocator.stored(description);
        for (String element : elements) {
            ElementLocation location =
                    locator.locate(element.getBytes(StandardCharsets.UTF_8)).get(0);
            for (long offset : location.offsets()) {
                expected.get(location.key())[(int) (offset >> 3)] |= (byte) (128 >> (offset & 7));
            }
        }
        for (Map.Entry<String, byte[]> partition : expected.entrySet()) {
            try (RespClient redis = homes.get(partition.getKey()).client()) {
                assertArrayEquals(
                        partition.getValue(), (byte[]) redis.call("GET", partition.getKey()), partition.getKey());
            }
        }
    }
}
