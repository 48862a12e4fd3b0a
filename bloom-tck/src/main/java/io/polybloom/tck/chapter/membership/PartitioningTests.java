package io.polybloom.tck.chapter.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.layout.Layouts;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.SharedServers;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which key of which server holds an element. */
public abstract class PartitioningTests extends KitTests {

    @Test
    @Checks("4.01")
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
            assertTrue(StoredFilter.exists(redis, spec.name()));
        }
        assertEquals(3000, count(filter.mightContainAll(elements)));
        assertEquals(3000, filter.stats().estimatedCount(), 150);
    }

    @Test
    @Checks("4.02")
    void aTaggedNameKeepsEveryKeyInTheUsersSlot() {
        String name = "shop:{" + freshName() + "}:seen";
        FilterSpec spec = FilterSpec.named(name).capacity(1000).partitions(2).build();
        FilterDescription filter = open(filters(), spec).description();
        try (RespClient redis = standalone().client()) {
            assertEquals(StoredFilter.keys(filter), redis.keys("*" + name + "*"));
        }
    }

    @TestFactory
    @Checks("4.05")
    Stream<DynamicTest> everyNameHasKeysOfItsOwn() {
        return Stream.of(Layouts.CLASSIC, "redisson")
                .map(layout -> row(layout, () -> {
                    // Under this layout the name alone is the key, so that its ends are the ends of the key.
                    UnaryOperator<String> key =
                            layout.equals("redisson") ? UnaryOperator.identity() : StoredFilter::register;
                    String name = freshName() + "-n\u00e4me";
                    List<String> names = List.of(
                            name,
                            name + " ",
                            " " + name,
                            name + "\n",
                            name.replace("-n", "- n"),
                            name + "\0",
                            name + "\0more",
                            name.replace("-n", "-N"),
                            name.replace("kit", "Kit"));
                    BloomFilters filters = filters();
                    List<BloomFilter<CharSequence>> each = new ArrayList<>();
                    for (String own : names) {
                        FilterSpec spec = FilterSpec.named(own)
                                .layout(layout)
                                .capacity(1000)
                                .build();
                        BloomFilter<CharSequence> filter = open(filters, spec);
                        each.add(filter);
                        assertTrue(filter.add("element " + each.size()), own);
                    }
                    try (RespClient redis = standalone().client()) {
                        for (int i = 0; i < names.size(); i++) {
                            boolean[] found = each.get(i).mightContainAll(words("element ", names.size() + 1));
                            assertEquals(1, count(found), names.get(i));
                            assertTrue(found[i + 1], names.get(i));
                            assertEquals(1, redis.integer("EXISTS", key.apply(names.get(i))), names.get(i));
                        }
                    }
                    each.forEach(BloomFilter::delete);
                }));
    }
}
