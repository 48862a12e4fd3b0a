package io.polybloom.bench.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.ScriptedServer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** What the clients send for bulk operations; how long it takes is another question. */
class SameTrafficTest {

    private static final FilterSpec SPEC =
            FilterSpec.named("traffic").capacity(100_000).build();

    /** How often a command was sent, and the bytes of its words. */
    private record Sum(long commands, long bytes) {}

    @Test
    void lettuceSendsTheCommandsAndBytesThatJedisSends() {
        SortedMap<String, Sum> ofJedis = traffic(uri -> new JedisBenchClient(RedisClient.create(uri)));
        assertTrue(ofJedis.get("EXEC").commands() > 1, ofJedis::toString);
        assertEquals(ofJedis, traffic(LettuceBenchClient::new));
    }

    private static SortedMap<String, Sum> traffic(Function<String, Client> connection) {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server);
                Client client = connection.apply(front.uri())) {
            BloomFilter<CharSequence> filter = client.open(SPEC);
            for (int call = 0; call < 3; call++) {
                List<CharSequence> elements = elements(call);
                filter.addAll(elements);
                filter.mightContainAll(elements);
            }
            SortedMap<String, Sum> sums = new TreeMap<>();
            for (Request request : front.requests()) {
                long bytes =
                        request.parts().stream().mapToLong(word -> word.length).sum();
                sums.merge(
                        request.name(),
                        new Sum(1, bytes),
                        (one, other) -> new Sum(one.commands() + other.commands(), one.bytes() + other.bytes()));
            }
            return sums;
        }
    }

    private static List<CharSequence> elements(int call) {
        return IntStream.range(0, 10_000)
                .<CharSequence>mapToObj(i -> "element-" + call + "-" + i)
                .toList();
    }
}
