package io.polybloom.camel;

import java.util.Locale;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * The delivery that brings the message of an exchange: the source repeats its number when it delivers the message again
 * after a failure or a crash.
 *
 * @param writer the {@linkplain io.polybloom.BloomFilter#claims writer}, such as a topic and its partition
 * @param number from 0; it grows in the order in which the source delivers
 */
public record Delivery(String writer, long number) {

    /**
     * Reads topic, partition and offset from the headers that Camel's Kafka component sets. The name of the writer is
     * that of the topic, {@code -} and the partition. Consumer groups or Kafka clusters that share a filter would have
     * the same writers, settle each other's claims, and lose messages: give each {@linkplain #ofKafka(String) a name}.
     */
    public static Function<Exchange, Delivery> ofKafka() {
        return ofKafkaWith("");
    }

    /**
     * Reads the same for one of several consumer groups or Kafka clusters that share a filter. The name of the writer
     * begins with the given name and {@code /}.
     *
     * @param source the name of the group and its cluster: letters, digits and {@code . _ - / @ +}
     */
    public static Function<Exchange, Delivery> ofKafka(String source) {
        return ofKafkaWith(source + "/");
    }

    private static Function<Exchange, Delivery> ofKafkaWith(String prefix) {
        return exchange -> new Delivery(
                prefix + kafka(exchange, "Topic", String.class) + "-" + kafka(exchange, "Partition", Integer.class),
                kafka(exchange, "Offset", Long.class));
    }

    /**
     * Reads the number from a header, such as the id of a row that the SQL component has selected in the order of ids.
     *
     * @param writer the same for all messages of the route, and used by one consumer at a time
     * @param header its value is converted to a number
     */
    public static Function<Exchange, Delivery> ofHeader(String writer, String header) {
        return exchange -> new Delivery(
                writer, require(exchange, header, exchange.getMessage().getHeader(header, Long.class)));
    }

    /**
     * Takes the number from the place of a part within the message that was split, such as a line of a file, counted
     * from 0. The source must repeat the whole message, with the same parts in the same order.
     *
     * @param writer the same for all parts of the message, and of no other message; a file that is given to the route
     *     once more, with other lines, needs another one
     */
    public static Function<Exchange, Delivery> ofSplit(String writer) {
        return exchange -> new Delivery(
                writer,
                require(exchange, Exchange.SPLIT_INDEX, exchange.getProperty(Exchange.SPLIT_INDEX, Long.class)));
    }

    /** Camel 4.22 and later have other names for these headers than earlier versions. */
    private static <V> V kafka(Exchange exchange, String name, Class<V> type) {
        V value = exchange.getMessage().getHeader("CamelKafka" + name, type);
        String earlier = "kafka." + name.toUpperCase(Locale.ROOT);
        return require(
                exchange,
                "CamelKafka" + name,
                value == null ? exchange.getMessage().getHeader(earlier, type) : value);
    }

    private static <V> V require(Exchange exchange, String name, @Nullable V value) {
        if (value == null) {
            throw new IllegalStateException("Exchange " + exchange.getExchangeId() + " has no " + name
                    + ", so it is not known which delivery it is");
        }
        return value;
    }
}
