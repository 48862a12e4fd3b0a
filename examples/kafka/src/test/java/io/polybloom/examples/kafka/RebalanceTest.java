package io.polybloom.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.server.RedisServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/**
 * Instances of an application that gain and lose partitions while they work. A test writes records until an instance
 * has got its share of them, however long that takes; the verdict is what all of them have forwarded in the end.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RebalanceTest {

    private static final int PARTITIONS = 4;
    private static final int VALUES = 3000;
    private static final int SHARE = 200;

    private static Broker broker;
    private static RedisServer redis;

    @TempDir
    Path states;

    private final Random random = new Random(1);
    private final List<String> events = new ArrayList<>();
    private final RedisClient client = RedisClient.create(redis.uri());
    private final KafkaProducer<String, String> producer = DeduplicateTopic.producer(broker.address());
    private final StreamInstance.Progress progress = new StreamInstance.Progress();
    private StreamInstance.Application application;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        broker = Broker.start(directory);
        redis = RedisServer.start();
    }

    @AfterEach
    void close() {
        producer.close();
        client.close();
    }

    @AfterAll
    static void stop() {
        broker.stop();
        redis.close();
    }

    /** Each instance comes and goes while others process; each also keeps a standby task of the other's store. */
    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void partitionsThatMoveLoseNothing(String guarantee) throws Exception {
        prepare("moved-" + guarantee, guarantee, true);
        StreamInstance first = new StreamInstance(application, states.resolve("1"));
        writeUntil(() -> first.processed() >= SHARE);
        StreamInstance second = new StreamInstance(application, states.resolve("2"));
        writeUntil(() -> second.processed() >= SHARE && second.hasStandbyTask());
        first.close();
        int before = second.processed();
        writeUntil(() -> second.processed() >= before + SHARE);
        StreamInstance third = new StreamInstance(application, states.resolve("3"));
        writeUntil(() -> third.processed() >= SHARE);
        second.close();
        third.awaitEnd();
        third.close();
        progress.requireNoFailures();
        assertEquals(Set.of(), lost());
        requireNoRepeatsUnlessAtLeastOnce();
    }

    /** It goes on with records that the other instance has processed, committed and settled. */
    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void aTaskThatHasLostItsPartitionsLosesNothing(String guarantee) throws Exception {
        prepare("zombie-" + guarantee, guarantee, true);
        letOneLoseItsPartitions();
        assertEquals(Set.of(), lost());
        requireNoRepeatsUnlessAtLeastOnce();
    }

    /** The control: what the hanging instance has added is a duplicate for the other one. */
    @Test
    void withoutClaimsItLosesRecords() throws Exception {
        prepare("plain", StreamsConfig.EXACTLY_ONCE_V2, false);
        letOneLoseItsPartitions();
        System.out.println(lost().size() + " lost without claims");
        assertFalse(lost().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void aStandbyTaskThatTakesOverLosesNothing(String guarantee) throws Exception {
        prepare("standby-" + guarantee, guarantee, true);
        long uncommitted = killOneThatHasAStandbyTask();
        assertEquals(Set.of(), lost());
        int repeats = requireNoRepeatsUnlessAtLeastOnce();
        assertTrue(repeats <= uncommitted, repeats + " repeats, " + uncommitted + " not committed");
    }

    /** The control: the record after whose addition the process was killed is a duplicate for the other instance. */
    @Test
    void withoutClaimsAStandbyTaskDoesNotHelp() throws Exception {
        prepare("standby-plain", StreamsConfig.AT_LEAST_ONCE, false);
        killOneThatHasAStandbyTask();
        System.out.println(lost().size() + " lost without claims when a standby task takes over");
        assertFalse(lost().isEmpty());
    }

    /**
     * Kills a process after a claim. The instance that has its standby tasks goes on with their stores.
     *
     * @return the number of records that were processed and not committed
     */
    private long killOneThatHasAStandbyTask() throws Exception {
        write(2 * SHARE);
        StreamPeer active = StreamPeer.start(application, redis.uri(), states.resolve("1"));
        StreamInstance standby = new StreamInstance(application, states.resolve("2"));
        while (!standby.hasStandbyTask() || !standby.kept().equals(Set.copyOf(events))) {
            standby.awaitEnd();
        }
        int restored = standby.restoredFromTheBeginning();
        active.hangSoon(SHARE / 10);
        write(10 * SHARE);
        StreamPeer.Hanging death = active.awaitHanging();
        active.kill();
        standby.awaitEnd();
        assertTrue(standby.hasProcessed(death.at()), "the partition was not reassigned");
        assertEquals(restored, standby.restoredFromTheBeginning(), "the standby task was of no use");
        standby.close();
        progress.requireNoFailures();
        return death.uncommitted();
    }

    /**
     * An instance hangs after a claim for longer than the group waits for it. The other one gets its partitions, and
     * commits all records, before the first goes on.
     */
    private void letOneLoseItsPartitions() throws Exception {
        write(10 * SHARE);
        StreamInstance zombie = new StreamInstance(application, states.resolve("1"), SHARE);
        StreamInstance.Place hangsAt = zombie.awaitHanging();
        StreamInstance other = new StreamInstance(application, states.resolve("2"));
        other.awaitEnd();
        assertTrue(other.hasProcessed(hangsAt), "the partition was not reassigned");
        int before = zombie.processed();
        zombie.goOn();
        writeUntil(() -> zombie.processed() >= before + SHARE);
        other.awaitEnd();
        other.close();
        zombie.close();
        progress.requireNoFailures();
    }

    private void prepare(String topic, String guarantee, boolean claims) throws Exception {
        application = new StreamInstance.Application(
                broker.address(), topic, guarantee, DeduplicateTopic.seen(client, topic), claims, progress);
        broker.create(topic, PARTITIONS);
        broker.create(application.output(), 1);
    }

    /** Writes a few records at a time, and waits until these have been processed. */
    private void writeUntil(BooleanSupplier enough) throws Exception {
        while (!enough.getAsBoolean()) {
            write(10 * PARTITIONS);
            progress.await(events.size());
        }
    }

    private void write(int count) throws Exception {
        List<String> written = random.ints(count, 0, VALUES)
                .mapToObj(number -> "click-" + number)
                .toList();
        events.addAll(written);
        Broker.write(producer, application.topic(), PARTITIONS, written);
    }

    private Set<String> lost() {
        Set<String> lost = new HashSet<>(events);
        lost.removeAll(new HashSet<>(broker.read(application.output())));
        return lost;
    }

    private int requireNoRepeatsUnlessAtLeastOnce() {
        List<String> forwarded = broker.read(application.output());
        int repeats = forwarded.size() - new HashSet<>(forwarded).size();
        System.out.println(application.id() + ": " + events.size() + " records, " + repeats + " repeats");
        assertTrue(repeats == 0 || application.guarantee().equals(StreamsConfig.AT_LEAST_ONCE), repeats + " repeats");
        return repeats;
    }
}
