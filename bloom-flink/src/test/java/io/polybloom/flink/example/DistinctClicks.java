package io.polybloom.flink.example;

import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.flink.Deduplication;
import io.polybloom.flink.FilterOpener;
import io.polybloom.jedis.JedisBloom;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import redis.clients.jedis.RedisClient;

/** Prints each of a thousand clicks once, although each comes a hundred times. */
public final class DistinctClicks {

    private DistinctClicks() {}

    public static void main(String[] args) throws Exception {
        String redis = args.length > 0 ? args[0] : "redis://localhost:6379";
        StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
        job.enableCheckpointing(1_000);

        DataStream<String> clicks = job.fromSequence(0, 99_999).map(number -> "click-" + number % 1_000);
        distinct(clicks, redis).print();
        job.execute("distinct clicks");
    }

    static DataStream<String> distinct(DataStream<String> clicks, String redis) {
        FilterOpener<String> seen = clients -> JedisBloom.on(clients.own(RedisClient.create(redis)))
                .open(
                        FilterSpec.named("printed-clicks")
                                .capacity(1_000_000)
                                .falsePositiveRate(1e-6)
                                .build(),
                        Elements.strings());
        return Deduplication.by((String click) -> click, seen).of(clicks).uid("distinct-clicks");
    }
}
