package io.polybloom.spring.integration;

import java.util.function.Function;
import org.springframework.messaging.Message;

/**
 * The delivery that brings a message: the source repeats its number when it delivers the message again after a failure
 * or a crash.
 *
 * @param writer the {@linkplain io.polybloom.BloomFilter#claims writer}, such as a topic and its partition
 * @param number from 0; it grows in the order in which the source delivers
 */
public record Delivery(String writer, long number) {

    /**
     * Reads topic, partition and offset from the headers that Spring for Apache Kafka sets. The name of the writer is
     * that of the topic, {@code -} and the partition. Consumer groups or Kafka clusters that share a filter would have
     * the same writers, settle each other's claims, and lose messages: give each {@linkplain #ofKafka(String) a name}.
     */
    public static Function<Message<?>, Delivery> ofKafka() {
        return ofKafkaWith("");
    }

    /**
     * Reads the same for one of several consumer groups or Kafka clusters that share a filter. The name of the writer
     * begins with the given name and {@code /}.
     *
     * @param source the name of the group and its cluster: letters, digits and {@code . _ - / @ +}
     */
    public static Function<Message<?>, Delivery> ofKafka(String source) {
        return ofKafkaWith(source + "/");
    }

    private static Function<Message<?>, Delivery> ofKafkaWith(String prefix) {
        return message -> new Delivery(
                prefix + require(message, "kafka_receivedTopic", String.class) + "-"
                        + require(message, "kafka_receivedPartitionId", Integer.class),
                require(message, "kafka_offset", Long.class));
    }

    /**
     * Reads the number from a header, such as the number of a line, or the id of a row that was selected in the order
     * of ids.
     *
     * @param writer the same for all messages of the flow, and used by one consumer at a time
     * @param header its value is a {@link Number}
     */
    public static Function<Message<?>, Delivery> ofHeader(String writer, String header) {
        return message ->
                new Delivery(writer, require(message, header, Number.class).longValue());
    }

    private static <V> V require(Message<?> message, String header, Class<V> type) {
        V value = message.getHeaders().get(header, type);
        if (value == null) {
            throw new IllegalStateException(
                    "A message has no header " + header + ", so it is not known which delivery it is");
        }
        return value;
    }
}
