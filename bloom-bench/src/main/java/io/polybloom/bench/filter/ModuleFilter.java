package io.polybloom.bench.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.bloom.BFReserveParams;

/**
 * The filter of the Bloom module on Jedis: {@code BF.MADD} and {@code BF.MEXISTS} with commands of at most 1,000
 * elements.
 */
public final class ModuleFilter extends JedisPeer {

    /** The name in the results. */
    public static final String NAME = "Jedis, BF.MADD/BF.MEXISTS (Bloom module)";

    private final int call;

    /** One whose commands wait for each other. */
    public ModuleFilter(UnifiedJedis jedis) {
        this(jedis, Batches.OF_PEERS);
    }

    /** Creates a filter that sends pipelines of commands for the given number of elements. */
    public ModuleFilter(UnifiedJedis jedis, int call) {
        super(jedis, "bench-module");
        this.call = call;
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
        return count(elements, (pipeline, batch) -> pipeline.bfMAdd(key, batch));
    }

    @Override
    public long contains(List<String> elements) {
        return count(elements, (pipeline, batch) -> pipeline.bfMExists(key, batch));
    }

    private long count(List<String> elements, BiFunction<AbstractPipeline, String[], Response<List<Boolean>>> command) {
        long yes = 0;
        for (List<String> part : Batches.of(elements, call)) {
            List<Response<List<Boolean>>> answers = new ArrayList<>();
            try (AbstractPipeline pipeline = jedis.pipelined()) {
                for (List<String> batch : Batches.ofPeers(part)) {
                    answers.add(command.apply(pipeline, batch.toArray(new String[0])));
                }
                pipeline.sync();
            }
            for (Response<List<Boolean>> answer : answers) {
                yes += count(answer.get());
            }
        }
        return yes;
    }

    private static long count(List<Boolean> answers) {
        long yes = 0;
        for (boolean answer : answers) {
            yes += answer ? 1 : 0;
        }
        return yes;
    }
}
