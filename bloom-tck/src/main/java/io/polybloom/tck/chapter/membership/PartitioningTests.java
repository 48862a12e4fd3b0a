package io.polybloom.tck.chapter.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which key of which server holds an element. */
public abstract class PartitioningTests extends KitTests {

    public PartitioningTests(Backend backend) {
        super(backend);
    }

    @Test
    @Checks(Rule.SERVER_OF_A_PARTITION)
    @Needs(Capability.INDEPENDENT_SERVERS)
    void partitionsOfIndependentServersLieOnTheServerOfTheirIndex() {
        List<RedisServer> servers = SharedServers.independent();
        FilterSpec spec = fresh().capacity(3000).partitions(7).build();
        BloomFilter<CharSequence> filter = open(connect(Target.independent(servers)), spec);
        assertEquals(3, filter.description().servers());
        List<String> elements = words("word-", 3000);
        filter.addAll(elements);
        Reference reference = new Reference(filter.description());
        elements.forEach(reference::add);
        reference.assertStoredOn(servers);
        try (RespClient redis = servers.get(0).client()) {
            assertEquals(1, redis.integer("EXISTS", "bloom:{" + spec.name() + "}"));
        }
        assertEquals(3000, count(filter.mightContainAll(elements)));
        assertEquals(3000, filter.stats().estimatedCount(), 150);
    }

    @Test
    @Checks(Rule.TAGGED_NAMES)
    void aTaggedNameKeepsEveryKeyInTheUsersSlot() {
        String name = "shop:{" + freshName() + "}:seen";
        FilterSpec spec = FilterSpec.named(name).capacity(1000).partitions(2).build();
        String generation = open(filters(), spec).description().generation();
        try (RespClient redis = standalone().client()) {
            assertEquals(
                    List.of(
                            "bloom:" + name + ":0:" + generation + ".0",
                            "bloom:" + name + ":1:" + generation + ".0",
                            "bloom:" + name + ":config",
                            "bloom:" + name + ":trace"),
                    redis.keys("bloom:" + name + "*"));
        }
    }
}
