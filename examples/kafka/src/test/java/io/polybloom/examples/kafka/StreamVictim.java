package io.polybloom.examples.kafka;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.kafka.streams.DistinctRecords;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import redis.clients.jedis.RedisClient;

/** A process that de-duplicates a topic with Kafka Streams to its end, unless it is killed before. */
final class StreamVictim {

    /** The records of a task after which it asks for a commit. */
    private static final int COMMIT_EVERY = 40;

    private StreamVictim() {}

    /**
     * Runs.
     *
     * @param arguments brokers, input topic, output topic, URI of Redis, {@code claims} or {@code plain}, the
     *     guarantee, the place at which the process is killed, and how often it passes there before
     */
    public static void main(String[] arguments) throws Exception {
        String topic = arguments[1];
        String application = "distinct-" + topic;
        Death death = death(arguments[0], topic, application, arguments[6], arguments[7]);
        Properties config = DistinctStream.config(arguments[0], application);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, arguments[5]);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 500);
        config.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        config.put(StreamsConfig.consumerPrefix("max.poll.records"), 50);
        // The next process takes the place of the killed one at once, and its transactions end soon.
        config.put(StreamsConfig.mainConsumerPrefix("group.instance.id"), "victim");
        config.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6000);
        if (!arguments[5].equals(StreamsConfig.AT_LEAST_ONCE)) {
            config.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 2000);
        }
        try (RedisClient redis = RedisClient.create(arguments[3])) {
            BloomFilter<String> seen = halting(BloomFilter.class, DeduplicateTopic.seen(redis, topic), death);
            StreamsBuilder builder = new StreamsBuilder();
            KStream<String, String> events =
                    builder.<String, String>stream(topic).processValues(() -> new Committing(death));
            KStream<String, String> distinct = arguments[4].equals("claims")
                    ? events.processValues(DistinctRecords.of(seen)
                            .settleEvery(Duration.ofMillis(10))
                            .by((key, value) -> value))
                    : events.filter((key, value) -> seen.add(value));
            distinct.to(arguments[2]);
            try (KafkaStreams streams = new KafkaStreams(builder.build(), config, new HaltingClients(death))) {
                streams.setUncaughtExceptionHandler(failure -> {
                    failure.printStackTrace();
                    Runtime.getRuntime().halt(1);
                    throw new IllegalStateException(failure);
                });
                streams.start();
                death.awaitEnd();
            }
        }
    }

    private static Death death(String brokers, String topic, String application, String place, String left) {
        try (KafkaConsumer<String, String> consumer = DeduplicateTopic.consumer(brokers, application)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            Map<TopicPartition, Long> committed = new HashMap<>();
            consumer.committed(partitions.stream().collect(Collectors.toSet())).forEach((partition, offset) -> {
                if (offset != null) {
                    committed.put(partition, offset.offset());
                }
            });
            return new Death(
                    Death.Place.valueOf(place), Integer.parseInt(left), consumer.endOffsets(partitions), committed);
        }
    }

    /** Returns the object, dying around additions and settlements; its claims die, too. */
    @SuppressWarnings("unchecked")
    private static <T> T halting(Class<?> type, Object object, Death death) {
        return (T) Proxy.newProxyInstance(
                StreamVictim.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "claims":
                            return halting(Claims.class, call(object, method, arguments), death);
                        case "add":
                            return between(Death.Place.BEFORE_ADD, object, method, arguments, Death.Place.ADDED, death);
                        case "settle":
                            return between(
                                    Death.Place.BEFORE_SETTLE, object, method, arguments, Death.Place.SETTLED, death);
                        default:
                            return call(object, method, arguments);
                    }
                });
    }

    private static Object between(
            Death.Place before, Object object, Method method, Object[] arguments, Death.Place after, Death death)
            throws Throwable {
        death.at(before);
        Object result = call(object, method, arguments);
        death.at(after);
        return result;
    }

    private static Object call(Object object, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    /** Asks for a commit after a number of records, so that kills do not depend on time. */
    private static final class Committing extends ContextualFixedKeyProcessor<String, String, String> {

        private final Death death;
        private int records;

        Committing(Death death) {
            this.death = death;
        }

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            RecordMetadata origin = context().recordMetadata().orElseThrow();
            death.processed(new TopicPartition(origin.topic(), origin.partition()), origin.offset());
            context().forward(record);
            if (++records % COMMIT_EVERY == 0) {
                context().commit();
            }
        }
    }
}
