package io.polybloom.examples.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** A Kafka broker in KRaft mode, in this process. */
final class Broker {

    private static final String HOST = "127.0.0.1";
    private static final int ATTEMPTS = 3;

    private final KafkaRaftServer server;
    private final String address;

    private Broker(KafkaRaftServer server, String address) {
        this.server = server;
        this.address = address;
    }

    /**
     * Starts a broker that is its own controller.
     *
     * @param directory where it keeps its data
     */
    static Broker start(Path directory) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return start(directory.resolve("attempt-" + attempt), freePort(), freePort());
            } catch (KafkaException portTaken) {
                if (attempt == ATTEMPTS) {
                    throw portTaken;
                }
            }
        }
    }

    private static Broker start(Path directory, int port, int controllerPort) throws Exception {
        String address = HOST + ":" + port;
        String controller = HOST + ":" + controllerPort;
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(1)
                .setControllerListenerName("CONTROLLER")
                .addDirectory(directory.toString())
                .setMetadataLogDirectory(directory.toString())
                .run();
        KafkaConfig config = new KafkaConfig(Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", "1"),
                Map.entry("controller.quorum.voters", "1@" + controller),
                Map.entry("controller.listener.names", "CONTROLLER"),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                Map.entry("listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + controller),
                Map.entry("log.dirs", directory.toString()),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("transaction.state.log.num.partitions", "1"),
                // A killed process leaves a transaction behind, which the next one would wait for.
                Map.entry("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200")));
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        server.startup();
        return new Broker(server, address);
    }

    String address() {
        return address;
    }

    /**
     * Creates a topic, and waits until the leaders of its partitions answer. A leader that does not lead yet refuses
     * the first batch of a producer, but may accept its second one, and then refuses the first for ever.
     */
    void create(String topic, int partitions) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address()))) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all()
                    .get();
            Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, partitions)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
            while (!isAnswered(admin.listOffsets(latest).all())) {
                // asked again: the broker does not know the topic yet
            }
        }
    }

    private static boolean isAnswered(Future<?> request) throws Exception {
        try {
            request.get();
            return true;
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RetriableException) {
                return false;
            }
            throw failure;
        }
    }

    /** Writes values, each to one of the partitions in turn. */
    void write(String topic, int partitions, List<String> values) throws Exception {
        try (KafkaProducer<String, String> producer = DeduplicateTopic.producer(address())) {
            write(producer, topic, partitions, values);
        }
    }

    /** Writes values, each to one of the partitions in turn, and waits until the broker has them. */
    static void write(KafkaProducer<String, String> producer, String topic, int partitions, List<String> values)
            throws Exception {
        List<Future<?>> sent = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            sent.add(producer.send(new ProducerRecord<>(topic, i % partitions, null, values.get(i))));
        }
        producer.flush();
        for (Future<?> each : sent) {
            each.get();
        }
    }

    /** Returns all values of a topic of one partition that are not those of an aborted transaction. */
    List<String> read(String topic) {
        List<TopicPartition> partition = List.of(new TopicPartition(topic, 0));
        long end;
        try (KafkaConsumer<String, String> consumer =
                DeduplicateTopic.consumer(address(), UUID.randomUUID().toString())) {
            end = consumer.endOffsets(partition).get(partition.get(0));
        }
        List<String> values = new ArrayList<>();
        Map<String, Object> config = Map.of("bootstrap.servers", address(), "isolation.level", "read_committed");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(partition);
            consumer.seekToBeginning(partition);
            while (consumer.position(partition.get(0)) < end) {
                consumer.poll(Duration.ofSeconds(1)).forEach(event -> values.add(event.value()));
            }
        }
        return values;
    }

    void stop() {
        server.shutdown();
        server.awaitShutdown();
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return probe.getLocalPort();
        }
    }
}
