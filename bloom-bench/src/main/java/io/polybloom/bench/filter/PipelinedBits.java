package io.polybloom.bench.filter;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;

/**
 * The way of the articles on Jedis: k SETBITs or GETBITs per element through a pipeline. The articles synchronise the
 * pipeline after each element; here a pipeline takes a whole call.
 */
public final class PipelinedBits extends JedisPeer {

    public PipelinedBits(UnifiedJedis jedis) {
        super(jedis, "bench-bits");
    }

    @Override
    public String name() {
        return "k pipelined SETBIT/GETBIT";
    }

    @Override
    public long add(List<String> elements) {
        return elements.size() - present(elements, true);
    }

    @Override
    public long contains(List<String> elements) {
        return present(elements, false);
    }

    private long present(List<String> batch, boolean set) {
        List<Response<Boolean>> bits = new ArrayList<>(batch.size() * size().hashes());
        try (AbstractPipeline pipeline = jedis.pipelined()) {
            for (String element : batch) {
                for (long offset : offsets(element)) {
                    bits.add(set ? pipeline.setbit(key, offset, true) : pipeline.getbit(key, offset));
                }
            }
            pipeline.sync();
        }
        long present = 0;
        for (int from = 0; from < bits.size(); from += size().hashes()) {
            present += areAllSet(bits.subList(from, from + size().hashes())) ? 1 : 0;
        }
        return present;
    }

    private static boolean areAllSet(List<Response<Boolean>> bits) {
        for (Response<Boolean> bit : bits) {
            if (!bit.get()) {
                return false;
            }
        }
        return true;
    }
}
