package io.polybloom.jedis;

import static io.polybloom.jedis.Fixtures.TEXT;
import static io.polybloom.jedis.Fixtures.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** A filter that may be read from replicas is, and the primary is asked for elements that a replica does not have. */
class ReplicaReadTest {

    @Test
    void replicasAnswerLookUpsAndNothingElse() {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.start("replicaof 127.0.0.1 " + primary.port());
                RespClient atPrimary = primary.client();
                RespClient atReplica = replica.client()) {
            Await.until(
                    "the replica has its primary",
                    Fixtures.LIMIT,
                    () -> atReplica.text("INFO", "replication").contains("master_link_status:up"));
            try (RedisClient toPrimary = Fixtures.client(primary);
                    RedisClient toReplica = Fixtures.client(replica)) {
                FilterSpec spec = FilterSpec.named("read").capacity(1000).build();
                BloomFilter<CharSequence> filter = JedisBloom.on(toPrimary, toReplica)
                        .open(spec, TEXT, FilterOptions.defaults().readFromReplicas());
                filter.addAll(words(0, 100));
                assertEquals(1, atPrimary.integer("WAIT", 1, 60_000), "replicas with all writes");
                atPrimary.call("CONFIG", "RESETSTAT");
                atReplica.call("CONFIG", "RESETSTAT");
                assertTrue(filter.mightContain(words(0, 1).get(0)));
                filter.mightContainAll(words(0, 100));
                filter.stats();
                assertEquals(2, atReplica.executions("bitfield_ro"));
                assertEquals(0, atReplica.executions("bitcount"));
                atReplica.call("REPLICAOF", "NO", "ONE");
                atReplica.call("FLUSHALL");
                assertTrue(filter.mightContain(words(0, 1).get(0)), "asked on the primary");
            }
        }
    }
}
