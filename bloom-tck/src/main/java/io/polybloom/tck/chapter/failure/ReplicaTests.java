package io.polybloom.tck.chapter.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A primary with a replica from which some filters may read. */
@Needs({Capability.SERVER, Capability.REPLICAS})
public abstract class ReplicaTests extends KitTests {

    @Test
    @Checks("7.20")
    void onlyLookUpsOfAFilterThatMayReadFromReplicasLeaveThePrimary() {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.start("replicaof " + primary.host() + " " + primary.port());
                RespClient atPrimary = primary.client();
                RespClient atReplica = replica.client()) {
            atReplica.awaitDataOfPrimary();
            Target target = new Target(Target.Kind.REPLICATED, List.of(primary.uri(), replica.uri()));
            BloomFilters filters = connect(target);
            FilterSpec spec = fresh().capacity(1000).build();
            BloomFilter<CharSequence> strict = open(filters, spec);
            List<String> elements = words("word-", 100);
            strict.addAll(elements);
            assertEquals(1, atPrimary.replicasWithAllWrites(1), "replicas with all writes");
            assertTrue(strict.mightContain("word-0"));
            assertEquals(elements.size(), count(strict.mightContainAll(elements)));
            strict.stats();
            for (String read : List.of("HGETALL", "BITFIELD_RO", "GETRANGE", "BITCOUNT")) {
                assertEquals(0, atReplica.executions(read), read + " for a filter that must not ask the replica");
            }
            BloomFilter<CharSequence> relaxed = open(filters, spec, OPTIONS.readFromReplicas());
            assertTrue(relaxed.mightContain("word-0"));
            assertEquals(elements.size(), count(relaxed.mightContainAll(elements)));
            relaxed.stats();
            assertEquals(2, atReplica.executions("BITFIELD_RO"), "look-ups on the replica");
            assertEquals(0, atReplica.executions("BITCOUNT"), "statistics are those of the primary");
            atReplica.call("REPLICAOF", "NO", "ONE");
            atReplica.call("FLUSHALL");
            assertTrue(relaxed.mightContain("word-0"), "asked on the primary, too");
        }
    }
}
