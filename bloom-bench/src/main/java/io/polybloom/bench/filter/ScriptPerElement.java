package io.polybloom.bench.filter;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;

/**
 * The way of go-zero's core/bloom on Jedis: one EVALSHA of its script per element. go-zero uses 14 bits per element and
 * waits for each answer; here an element has k bits, and a pipeline takes a whole call.
 */
public final class ScriptPerElement extends JedisPeer {

    private static final String SET = """
            for _, offset in ipairs(ARGV) do
              redis.call("setbit", KEYS[1], offset, 1)
            end
            """;
    private static final String TEST = """
            for _, offset in ipairs(ARGV) do
              if tonumber(redis.call("getbit", KEYS[1], offset)) == 0 then
                return false
              end
            end
            return true
            """;

    private final String setHash;
    private final String testHash;

    public ScriptPerElement(UnifiedJedis jedis) {
        super(jedis, "bench-script");
        setHash = jedis.scriptLoad(SET);
        testHash = jedis.scriptLoad(TEST);
    }

    @Override
    public String name() {
        return "EVALSHA per element (go-zero)";
    }

    @Override
    public long add(List<String> elements) {
        call(setHash, elements);
        return 0;
    }

    /** The script does not return the old bits. */
    @Override
    public boolean tellsWhatIsNew() {
        return false;
    }

    @Override
    public long contains(List<String> elements) {
        long present = 0;
        for (Response<Object> answer : call(testHash, elements)) {
            present += answer.get() == null ? 0 : 1;
        }
        return present;
    }

    private List<Response<Object>> call(String script, List<String> batch) {
        List<Response<Object>> answers = new ArrayList<>(batch.size());
        List<String> keys = List.of(key);
        try (AbstractPipeline pipeline = jedis.pipelined()) {
            for (String element : batch) {
                answers.add(pipeline.evalsha(script, keys, arguments(element)));
            }
            pipeline.sync();
        }
        for (Response<Object> answer : answers) {
            answer.get(); // throws if the script has failed
        }
        return answers;
    }

    private List<String> arguments(String element) {
        List<String> arguments = new ArrayList<>(size().hashes());
        for (long offset : offsets(element)) {
            arguments.add(Long.toString(offset));
        }
        return arguments;
    }
}
