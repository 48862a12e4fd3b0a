package io.polybloom.examples.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Scanner;
import org.apache.kafka.common.TopicPartition;
import redis.clients.jedis.RedisClient;

/** A {@link StreamInstance} in a process of its own, which can be killed. It takes orders from its standard input. */
final class StreamPeer {

    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    private StreamPeer(Process process) {
        this.process = process;
        orders = new PrintStream(process.getOutputStream(), true);
        answers = process.inputReader();
    }

    static StreamPeer start(StreamInstance.Application application, String redis, Path state) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new StreamPeer(new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StreamPeer.class.getName(),
                        application.brokers(),
                        application.topic(),
                        application.guarantee(),
                        String.valueOf(application.claims()),
                        redis,
                        state.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Lets the instance hang, after a claim, when it has forwarded some more records. Waits until it knows. */
    void hangSoon(int records) throws IOException {
        orders.println(records);
        if (!"ordered".equals(answers.readLine())) {
            throw new IllegalStateException("the process has ended");
        }
    }

    /**
     * Where an instance hangs.
     *
     * @param at the record that it has claimed and not forwarded
     * @param uncommitted the number of records that it has processed and not committed
     */
    record Hanging(StreamInstance.Place at, long uncommitted) {}

    Hanging awaitHanging() throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new IllegalStateException("the process has ended");
        }
        String[] parts = answer.split(" ");
        TopicPartition partition = new TopicPartition(parts[0], Integer.parseInt(parts[1]));
        return new Hanging(new StreamInstance.Place(partition, Long.parseLong(parts[2])), Long.parseLong(parts[3]));
    }

    /** Ends the process as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /**
     * Runs.
     *
     * @param arguments brokers, topic, guarantee, whether there are claims, URI of Redis, directory of the state
     */
    public static void main(String[] arguments) throws Exception {
        try (RedisClient redis = RedisClient.create(arguments[4]);
                StreamInstance instance = new StreamInstance(
                        new StreamInstance.Application(
                                arguments[0],
                                arguments[1],
                                arguments[2],
                                DeduplicateTopic.seen(redis, arguments[1]),
                                Boolean.parseBoolean(arguments[3]),
                                new StreamInstance.Progress()),
                        Path.of(arguments[5]));
                Scanner orders = new Scanner(System.in)) {
            instance.hangSoon(orders.nextInt());
            System.out.println("ordered");
            StreamInstance.Place at = instance.awaitHanging();
            System.out.println(at.partition().topic() + " " + at.partition().partition() + " " + at.offset() + " "
                    + instance.uncommitted());
            orders.hasNext(); // false when the test has ended without killing this process
            Runtime.getRuntime().halt(1);
        }
    }
}
