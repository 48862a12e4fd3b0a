package io.polybloom.bench.filter;

import com.google.common.collect.Lists;
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

    private static final int OF_A_COMMAND = 1000;

    public ModuleFilter(UnifiedJedis jedis) {
        super(jedis, "bench-module");
    }

    @Override
    public String name() {
        return "Bloom module";
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
        List<Response<List<Boolean>>> answers = new ArrayList<>();
        try (AbstractPipeline pipeline = jedis.pipelined()) {
            for (List<String> batch : Lists.partition(elements, OF_A_COMMAND)) {
                answers.add(command.apply(pipeline, batch.toArray(new String[0])));
            }
            pipeline.sync();
        }
        return answers.stream().mapToLong(answer -> count(answer.get())).sum();
    }

    private static long count(List<Boolean> answers) {
        long yes = 0;
        for (boolean answer : answers) {
            yes += answer ? 1 : 0;
        }
        return yes;
    }
}
