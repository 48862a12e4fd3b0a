package io.polybloom.examples.kafka;

import io.polybloom.BloomFilter;
import io.polybloom.kafka.streams.DistinctRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * An instance of an application that de-duplicates a topic, one of several in this process. Behind the de-duplication
 * it keeps a store, so that instances have standby tasks, and it can hang there once.
 */
final class StreamInstance implements AutoCloseable {

    private static final String STORE = "forwarded";
    private static final int NEVER = Integer.MAX_VALUE;

    private final Application application;
    private final KafkaStreams streams;

    private final Set<Place> processed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger forwarded = new AtomicInteger();
    private final AtomicInteger restoredFromTheBeginning = new AtomicInteger();

    private final CountDownLatch goesOn = new CountDownLatch(1);
    private volatile int hangAfter;
    private volatile @Nullable Place hangsAt;

    StreamInstance(Application application, Path state) {
        this(application, state, NEVER);
    }

    /**
     * Starts an instance.
     *
     * @param hangAfter the distinct record at which it hangs, after its claim, until it is told to go on
     */
    StreamInstance(Application application, Path state, int hangAfter) {
        this.application = application;
        this.hangAfter = hangAfter;
        String guarantee = application.guarantee;
        Properties config = DistinctStream.config(application.brokers, application.id());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        config.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        config.put(StreamsConfig.consumerPrefix("max.poll.records"), 50);
        // An instance that is closed leaves the group when its session is over.
        config.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6000);
        // The least: an instance that gets nothing but standby tasks at first waits as long for its share.
        config.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000);
        if (hangAfter != NEVER) {
            config.put(StreamsConfig.consumerPrefix("max.poll.interval.ms"), 6000);
        }
        if (!guarantee.equals(StreamsConfig.AT_LEAST_ONCE)) {
            config.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 5000);
        }
        BloomFilter<String> seen = application.seen;
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> events =
                builder.<String, String>stream(application.topic).processValues(Counting::new);
        KStream<String, String> distinct = application.claims
                ? events.processValues(DistinctRecords.of(seen)
                        .settleEvery(Duration.ofMillis(10))
                        .by((key, value) -> value))
                : events.filter((key, value) -> seen.add(value));
        distinct.processValues(new Keeping()).to(application.output());
        streams = new KafkaStreams(builder.build(), config);
        streams.setUncaughtExceptionHandler(failure -> {
            application.progress.failed(failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.setGlobalStateRestoreListener(new Restorations());
        streams.start();
    }

    /** Returns the number of different records that this instance has processed. */
    int processed() {
        return processed.size();
    }

    boolean hasProcessed(Place record) {
        return processed.contains(record);
    }

    /** Returns the number of records that this instance has processed and not committed. */
    long uncommitted() throws Exception {
        try (Admin admin = admin()) {
            Map<TopicPartition, OffsetAndMetadata> committed = committed(admin);
            return processed.stream()
                    .filter(each -> committed.get(each.partition) == null
                            || committed.get(each.partition).offset() <= each.offset)
                    .count();
        }
    }

    boolean hasStandbyTask() {
        return streams.metadataForLocalThreads().stream()
                .anyMatch(thread -> !thread.standbyTasks().isEmpty());
    }

    /** Returns what the stores of active and standby tasks contain; nothing while they are being opened. */
    Set<String> kept() {
        Set<String> kept = new HashSet<>();
        try (KeyValueIterator<String, String> all = streams.store(
                        StoreQueryParameters.fromNameAndType(STORE, QueryableStoreTypes.<String, String>keyValueStore())
                                .enableStaleStores())
                .all()) {
            all.forEachRemaining(each -> kept.add(each.key));
        } catch (InvalidStateStoreException moving) {
            return Set.of();
        }
        return kept;
    }

    /** Returns how often a store was restored that had nothing before, as without a standby task. */
    int restoredFromTheBeginning() {
        return restoredFromTheBeginning.get();
    }

    /** Lets this instance hang when it has forwarded some more records. */
    void hangSoon(int records) {
        hangAfter = forwarded.get() + records;
    }

    /** Waits until this instance hangs, and returns the record at which it does. */
    Place awaitHanging() throws InterruptedException {
        application.progress.await(() -> hangsAt != null);
        return Objects.requireNonNull(hangsAt);
    }

    void goOn() {
        goesOn.countDown();
    }

    /** Waits until the application has committed all records that are in the topic. */
    void awaitEnd() throws Exception {
        try (Admin admin = admin()) {
            String topic = application.topic;
            Set<TopicPartition> partitions = IntStream.range(
                            0,
                            admin.describeTopics(List.of(topic))
                                    .allTopicNames()
                                    .get()
                                    .get(topic)
                                    .partitions()
                                    .size())
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .collect(Collectors.toSet());
            Map<TopicPartition, OffsetSpec> latest =
                    partitions.stream().collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
            while (true) {
                application.progress.requireNoFailures();
                var ends = admin.listOffsets(latest).all().get();
                Map<TopicPartition, OffsetAndMetadata> committed = committed(admin);
                if (partitions.stream().allMatch(each -> {
                    OffsetAndMetadata offset = committed.get(each);
                    return offset != null && offset.offset() >= ends.get(each).offset();
                })) {
                    return;
                }
            }
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", application.brokers));
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(Admin admin) throws Exception {
        return admin.listConsumerGroupOffsets(application.id())
                .partitionsToOffsetAndMetadata()
                .get();
    }

    @Override
    public void close() {
        streams.close();
    }

    /** What all instances have in common. With claims, or without as a control. */
    record Application(
            String brokers,
            String topic,
            String guarantee,
            BloomFilter<String> seen,
            boolean claims,
            Progress progress) {

        String id() {
            return "distinct-" + topic;
        }

        String output() {
            return topic + "-out";
        }
    }

    /** What all instances together have processed. A wait ends with the first failure of one of them. */
    static final class Progress {

        private final Set<Place> places = new HashSet<>();
        private final List<Throwable> failures = new ArrayList<>();

        private synchronized void processed(Place place) {
            places.add(place);
            notifyAll();
        }

        private synchronized void failed(Throwable failure) {
            failures.add(failure);
            notifyAll();
        }

        private synchronized void changed() {
            notifyAll();
        }

        /** Waits until a number of different records have been processed. */
        void await(int records) throws InterruptedException {
            await(() -> places.size() >= records);
        }

        private synchronized void await(BooleanSupplier reached) throws InterruptedException {
            requireNoFailures();
            while (!reached.getAsBoolean()) {
                wait();
                requireNoFailures();
            }
        }

        /** Checks that nothing has ended a thread. A lost partition does not. */
        synchronized void requireNoFailures() {
            if (!failures.isEmpty()) {
                throw new AssertionError("a thread has ended", failures.get(0));
            }
        }
    }

    /** Where a record is. */
    record Place(TopicPartition partition, long offset) {

        static Place of(RecordMetadata record) {
            return new Place(new TopicPartition(record.topic(), record.partition()), record.offset());
        }
    }

    private final class Restorations implements StateRestoreListener {

        @Override
        public void onRestoreStart(TopicPartition changelog, String store, long from, long to) {
            if (from == 0) {
                restoredFromTheBeginning.incrementAndGet();
            }
        }

        @Override
        public void onBatchRestored(TopicPartition changelog, String store, long to, long records) {}

        @Override
        public void onRestoreEnd(TopicPartition changelog, String store, long records) {}
    }

    private final class Counting extends ContextualFixedKeyProcessor<String, String, String> {

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            Place place = Place.of(context().recordMetadata().orElseThrow());
            processed.add(place);
            context().forward(record);
            application.progress.processed(place);
        }
    }

    /** Keeps what it forwards in a store, and hangs if it is time to. */
    private final class Keeping implements FixedKeyProcessorSupplier<String, String, String> {

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(
                    Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.String()));
        }

        @Override
        public FixedKeyProcessor<String, String, String> get() {
            return new ContextualFixedKeyProcessor<>() {

                private KeyValueStore<String, String> store;

                @Override
                public void init(FixedKeyProcessorContext<String, String> context) {
                    super.init(context);
                    store = context.getStateStore(STORE);
                }

                @Override
                public void process(FixedKeyRecord<String, String> record) {
                    if (forwarded.incrementAndGet() == hangAfter) {
                        hang(Place.of(context().recordMetadata().orElseThrow()));
                    }
                    store.put(record.value(), record.value());
                    context().forward(record);
                }
            };
        }
    }

    private void hang(Place where) {
        hangsAt = where;
        application.progress.changed();
        try {
            goesOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
