package io.polybloom.kafka.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Throwables;
import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.LostDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.memory.InMemoryBloom;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A driver that is closed and opened again delivers from offset 0, as Kafka does to an application that has committed
 * nothing.
 */
class DistinctRecordsTest {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);

    private final BloomFilter<String> filter = InMemoryBloom.create()
            .open(
                    FilterSpec.named("seen")
                            .capacity(10_000)
                            .falsePositiveRate(1e-9)
                            .build(),
                    Elements.strings());

    /** What the broker would say. */
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

    private final CommittedOffsets offsets = application -> CompletableFuture.completedFuture(Map.copyOf(committed));
    private TopologyTestDriver driver;

    private DistinctRecords<String> distinct() {
        return DistinctRecords.of(filter).committedOffsets(offsets);
    }

    private void start(UnaryOperator<KStream<String, String>> operators) {
        StreamsBuilder fresh = new StreamsBuilder();
        operators.apply(fresh.stream("in")).to("out");
        start(fresh);
    }

    private void start(StreamsBuilder topology) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        driver = new TopologyTestDriver(topology.build(), config);
    }

    @AfterEach
    void close() {
        if (driver != null) {
            driver.close();
        }
    }

    private void send(String... values) {
        for (String value : values) {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput("key", value);
        }
    }

    private List<String> received() {
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readValuesToList();
    }

    private double count(String name) {
        return driver.metrics().entrySet().stream()
                .filter(each -> each.getKey().name().equals(name))
                .mapToDouble(each -> (Double) each.getValue().metricValue())
                .sum();
    }

    private Claims<String> claims() {
        return filter.claims("app/distinct/in-0");
    }

    @Test
    void forwardsEachDistinctRecordOnce() {
        start(in -> in.processValues(distinct().by((key, value) -> value)));
        send("a", "b", "a", "c", "b");
        assertEquals(List.of("a", "b", "c"), received());
        assertEquals(3, count("distinct-records-total"));
        assertEquals(2, count("duplicate-records-total"));
    }

    /** It would try for ever, in a thread of its own, and the test would pass. */
    @Test
    void looksForNoBrokerInADriver() {
        start(in -> in.processValues(
                DistinctRecords.of(filter).settleEvery(INTERVAL).by((key, value) -> value)));
        send("a");
        Exception thrown = assertThrows(Exception.class, () -> driver.advanceWallClockTime(INTERVAL));
        String trace = Throwables.getStackTraceAsString(thrown);
        assertTrue(trace.contains("say it, with DistinctRecords.committedOffsets, before by"), trace);
    }

    @Test
    void forwardsTheRecordAsItCame() {
        start(in -> in.processValues(distinct().by((key, value) -> key + value.charAt(0))));
        RecordHeaders headers = new RecordHeaders();
        headers.add("trace", new byte[] {7});
        TestRecord<String, String> record = new TestRecord<>("key", "value", headers, Instant.ofEpochMilli(42));
        driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                .pipeInput(record);
        assertEquals(
                record,
                driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                        .readRecord());
    }

    @Test
    void dropsWhatHasNoElementAndCountsIt() {
        start(in -> in.processValues(distinct().by((key, value) -> value.isEmpty() ? null : value)));
        send("", "a", "");
        assertEquals(List.of("a"), received());
        assertEquals(2, count("null-records-total"));
    }

    @Test
    void forwardsWhatHasNoElementIfTold() {
        start(in -> in.processValues(distinct().forwardNulls().by((key, value) -> value.isEmpty() ? null : value)));
        send("", "a", "");
        assertEquals(List.of("", "a", ""), received());
        assertEquals(2, count("null-records-total"));
    }

    @Test
    void aRecordThatWasClaimedButNotForwardedComesAgain() {
        start(in -> in.processValues(distinct().by((key, value) -> value)).process(failing("b")));
        send("a");
        assertThrows(Exception.class, () -> send("b"));
        driver.close();
        start(in -> in.processValues(distinct().by((key, value) -> value)));
        send("a", "b", "a", "b");
        assertEquals(List.of("a", "b"), received());
    }

    /** The control: the same crash, without claims. */
    @Test
    void withoutClaimsARecordThatWasAddedButNotForwardedIsLost() {
        start(in -> in.filter((key, value) -> filter.add(value)).process(failing("b")));
        send("a");
        assertThrows(Exception.class, () -> send("b"));
        driver.close();
        start(in -> in.filter((key, value) -> filter.add(value)));
        send("a", "b", "a", "b");
        assertEquals(List.of(), received());
    }

    @Test
    void settlesOnlyWhatTheBrokerHasCommitted() {
        start(in -> in.processValues(distinct().by((key, value) -> value)));
        send("a", "b", "c");
        driver.advanceWallClockTime(INTERVAL);
        assertEquals(3, claims().unsettled());
        committed.put(PARTITION, new OffsetAndMetadata(2));
        committed.put(new TopicPartition("other", 0), new OffsetAndMetadata(100));
        driver.advanceWallClockTime(INTERVAL);
        assertEquals(1, claims().unsettled());
        driver.close();
        start(in -> in.processValues(distinct().by((key, value) -> value)));
        send("a", "b", "c");
        assertEquals(List.of("c"), received());
    }

    @Test
    void anAnswerThatComesLateIsTakenTheNextTime() {
        CompletableFuture<Map<TopicPartition, OffsetAndMetadata>> answer = new CompletableFuture<>();
        DistinctRecords<String> waiting = distinct().committedOffsets(application -> answer);
        start(in -> in.processValues(waiting.by((key, value) -> value)));
        send("a");
        driver.advanceWallClockTime(INTERVAL);
        assertEquals(1, claims().unsettled());
        answer.complete(Map.of(PARTITION, new OffsetAndMetadata(1)));
        driver.advanceWallClockTime(INTERVAL);
        assertEquals(0, claims().unsettled());
    }

    @Test
    void aBrokerThatDoesNotAnswerIsAskedAgain() {
        DistinctRecords<String> flaky = distinct()
                .committedOffsets(application -> committed.isEmpty()
                        ? CompletableFuture.failedFuture(new TimeoutException("no coordinator"))
                        : offsets.of(application));
        start(in -> in.processValues(flaky.by((key, value) -> value)));
        send("a");
        driver.advanceWallClockTime(INTERVAL);
        assertEquals(1, claims().unsettled());
        committed.put(PARTITION, new OffsetAndMetadata(1));
        driver.advanceWallClockTime(INTERVAL);
        assertEquals(0, claims().unsettled());
    }

    @Test
    void aBrokerThatRefusesEndsTheThread() {
        GroupAuthorizationException refused = new GroupAuthorizationException("app");
        DistinctRecords<String> forbidden =
                distinct().committedOffsets(application -> CompletableFuture.failedFuture(refused));
        start(in -> in.processValues(forbidden.by((key, value) -> value)));
        send("a");
        Exception thrown = assertThrows(Exception.class, () -> driver.advanceWallClockTime(INTERVAL));
        assertSame(refused, root(thrown));
    }

    @Test
    void recordsThatAreMadeOfOneAreDistinctFromEachOther() {
        start(in -> in.flatMapValues(value -> Arrays.asList(value.split(" ")))
                .processValues(distinct().by((key, value) -> value)));
        send("a b a", "b c", "d");
        assertEquals(List.of("a", "b", "c", "d"), received());
        driver.close();
        start(in -> in.flatMapValues(value -> Arrays.asList(value.split(" ")))
                .processValues(distinct().by((key, value) -> value)));
        send("a b a", "b c", "d", "a b c d");
        assertEquals(List.of("a", "b", "c", "d"), received());
    }

    @Test
    void byteArraysAreComparedByContent() {
        BloomFilter<byte[]> bytes = InMemoryBloom.create()
                .open(FilterSpec.named("bytes").capacity(100).build(), Elements.bytes());
        start(in -> in.flatMapValues(value -> Arrays.asList(value.split(" ")))
                .processValues(DistinctRecords.of(bytes)
                        .committedOffsets(offsets)
                        .by((key, value) -> value.getBytes(StandardCharsets.UTF_8))));
        send("a a b");
        assertEquals(List.of("a", "b"), received());
    }

    @Test
    void processorsOfOneFilterAndTopicNeedTheirNames() {
        StreamsBuilder two = new StreamsBuilder();
        KStream<String, String> in = two.stream("in");
        in.processValues(distinct().named("first").by((key, value) -> value)).to("out");
        in.processValues(distinct().named("second").by((key, value) -> value)).to("none");
        start(two);
        send("a");
        assertEquals(List.of("a"), received());
        assertTrue(driver.createOutputTopic("none", new StringDeserializer(), new StringDeserializer())
                .isEmpty());
    }

    @Test
    void aRecordFromAScheduleIsRefused() {
        start(in -> in.<String, String>process(() -> new ContextualProcessor<>() {
                    @Override
                    public void init(ProcessorContext<String, String> context) {
                        super.init(context);
                        context.schedule(
                                INTERVAL,
                                PunctuationType.WALL_CLOCK_TIME,
                                now -> context.forward(new Record<>("key", "late", now)));
                    }

                    @Override
                    public void process(Record<String, String> record) {}
                })
                .processValues(distinct().by((key, value) -> value)));
        Exception thrown = assertThrows(Exception.class, () -> driver.advanceWallClockTime(INTERVAL));
        assertTrue(root(thrown).getMessage().startsWith("the record comes from no topic"), thrown.toString());
    }

    @Test
    void anErrorOfTheFilterIsThrownAndLosesNothing() {
        LostDataException lost = new LostDataException("seen", "the claims are gone");
        DistinctRecords<String> broken = DistinctRecords.of(failingClaims(lost)).committedOffsets(offsets);
        start(in -> in.processValues(broken.by((key, value) -> value)));
        assertSame(lost, root(assertThrows(Exception.class, () -> send("a"))));
        assertEquals(List.of(), received());
        driver.close();
        start(in -> in.processValues(distinct().by((key, value) -> value)));
        send("a", "a");
        assertEquals(List.of("a"), received());
    }

    @Test
    void aFilterOrANameWithoutClaimsIsRefusedAtTheStart() {
        BloomFilter<String> counting = InMemoryBloom.create()
                .openRemovable(
                        FilterSpec.named("counting")
                                .layout("counting-v1")
                                .capacity(100)
                                .build(),
                        Elements.strings());
        DistinctRecords<String> unsupported = DistinctRecords.of(counting).committedOffsets(offsets);
        Exception thrown = assertThrows(
                Exception.class, () -> start(in -> in.processValues(unsupported.by((key, value) -> value))));
        assertTrue(root(thrown) instanceof UnsupportedFilterException, thrown.toString());
        thrown = assertThrows(
                Exception.class,
                () -> start(in -> in.processValues(distinct().named("two words").by((key, value) -> value))));
        assertTrue(root(thrown) instanceof IllegalArgumentException, thrown.toString());
    }

    @Test
    void anIntervalBelowAMillisecondIsRefused() {
        DistinctRecords<String> records = distinct();
        assertThrows(IllegalArgumentException.class, () -> records.settleEvery(Duration.ofNanos(999_999)));
    }

    /** The filter, but its claims throw. */
    @SuppressWarnings("unchecked")
    private BloomFilter<String> failingClaims(RuntimeException failure) {
        Claims<String> failing = (Claims<String>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Claims.class}, (proxy, method, arguments) -> {
                    throw failure;
                });
        return (BloomFilter<String>) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {BloomFilter.class},
                (proxy, method, arguments) ->
                        method.getName().equals("claims") ? failing : method.invoke(filter, arguments));
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Fails once, before it forwards. */
    private static ProcessorSupplier<String, String, String, String> failing(String value) {
        return () -> new ContextualProcessor<>() {
            private boolean hasFailed;

            @Override
            public void process(Record<String, String> record) {
                if (record.value().equals(value) && !hasFailed) {
                    hasFailed = true;
                    throw new IllegalStateException("crash");
                }
                context().forward(record);
            }
        };
    }
}
