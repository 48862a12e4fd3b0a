package io.polybloom.bench.filter;

import java.util.List;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.bloom.BFReserveParams;

/** The filter of the Bloom module on Jedis: {@code BF.MADD} and {@code BF.MEXISTS} with batches of 1,000. */
public final class ModuleFilter extends JedisPeer {

    /** What it is called in the results. */
    public static final String NAME = "Jedis, BF.MADD/BF.MEXISTS (Bloom module)";

    public ModuleFilter(RedisClient jedis) {
        super(jedis, "bench-module");
    }

    @Override
    public String name() {
        return NAME;
    }

    /** A filter that does not scale has the textbook's size. */
    @Override
    public void create(long capacity, double falsePositiveRate) {
        resize(capacity, falsePositiveRate);
        jedis.bfReserve(
                key,
                falsePositiveRate,
                capacity,
                BFReserveParams.reserveParams().nonScaling());
    }

    @Override
    public long add(List<String> elements) {
        long fresh = 0;
        for (List<String> batch : Batches.ofPeers(elements)) {
            fresh += count(jedis.bfMAdd(key, batch.toArray(new String[0])));
        }
        return fresh;
    }

    @Override
    public long contains(List<String> elements) {
        long present = 0;
        for (List<String> batch : Batches.ofPeers(elements)) {
            present += count(jedis.bfMExists(key, batch.toArray(new String[0])));
        }
        return present;
    }

    private static long count(List<Boolean> answers) {
        long yes = 0;
        for (boolean answer : answers) {
            yes += answer ? 1 : 0;
        }
        return yes;
    }
}
