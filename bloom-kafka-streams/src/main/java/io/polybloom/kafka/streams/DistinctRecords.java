package io.polybloom.kafka.streams;

import io.polybloom.BloomFilter;
import io.polybloom.support.ServedVersions;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiFunction;
import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a processor of Kafka Streams that forwards each distinct record once, across all tasks and instances of an
 * application:
 *
 * <pre>{@code
 * builder.<String, Click>stream("clicks")
 *         .processValues(DistinctRecords.of(seen).by((user, click) -> click.id()))
 *         .to("distinct-clicks");
 * }</pre>
 *
 * <p>The state is the filter and its {@linkplain io.polybloom.Claims claims} in Redis. There is no state store, no
 * changelog and nothing to restore. A filter with a window forgets an element when the window is over.
 *
 * <p><strong>Crashes.</strong> No crash loses a record. With {@code at_least_once}, the records that were forwarded
 * since the last commit can be forwarded again; with {@code exactly_once_v2}, consumers that read what is committed see
 * none of them twice. Under either guarantee, a duplicate that was being claimed when its thread died is forwarded. A
 * false positive of the filter drops a record, at the rate that the filter was opened with. A record that is delivered
 * again gets its first answer again, until it is settled, and it is settled only when the broker says that its offset
 * was committed. Kafka Streams tells no processor about commits, so the broker is asked on a schedule, without waiting
 * for its reply. A task that has lost its partition does no harm: it can repeat records, and it settles only what was
 * committed. Standby tasks run no processor.
 *
 * <p><strong>Place.</strong> The processor belongs directly after a topic, or after operators that make the same
 * records of the same input each time, such as {@code mapValues}, {@code filter} and {@code flatMapValues}. Joins and
 * aggregations are none. Behind an operator that forwards on a schedule, it throws an {@link IllegalStateException}.
 *
 * <p><strong>Names.</strong> A partition is known to the claims by the application's id, the {@linkplain #named name}
 * of the processor, the topic and the number of the partition. Together they have at most 256 letters, digits and
 * {@code . _ - / @ +}. Applications on different Kafka clusters that have the same id and share a filter need different
 * names: otherwise they would settle each other's claims, and a crash could lose records.
 *
 * <p><strong>Errors.</strong> Exceptions of the filter are thrown by the processor; neither it nor the filter drops the
 * record. By default, the stream thread then ends, nothing is committed, and the next owner of the partition gets the
 * records again. Do not configure a {@code processing.exception.handler} that continues: it would drop the record.
 *
 * <p>Instances are immutable. The filter and its client stay the caller's, and must be open while the application runs.
 *
 * @param <T> the type of the filter's elements
 */
public final class DistinctRecords<T> {

    private static final Duration SETTLE_EVERY = Duration.ofSeconds(10);

    private final BloomFilter<T> filter;
    private final String name;
    private final boolean forwardsNulls;
    private final Duration settleEvery;
    private final @Nullable CommittedOffsets offsets;

    private DistinctRecords(
            BloomFilter<T> filter,
            String name,
            boolean forwardsNulls,
            Duration settleEvery,
            @Nullable CommittedOffsets offsets) {
        this.filter = filter;
        this.name = name;
        this.forwardsNulls = forwardsNulls;
        this.settleEvery = settleEvery;
        this.offsets = offsets;
    }

    /**
     * Begins with a filter. Two applications that are to drop each other's duplicates use one filter; otherwise each
     * has its own.
     *
     * @param filter one that has claims: it has no layout of another system, and does not count its elements
     * @throws IllegalStateException if the version of Kafka Streams is not supported
     */
    public static <T> DistinctRecords<T> of(BloomFilter<T> filter) {
        // That of the clients: the jars of earlier versions of Kafka Streams do not say their own.
        new ServedVersions("Kafka Streams", "3.3", "4.3").require(AppInfoParser.getVersion());
        return new DistinctRecords<>(Objects.requireNonNull(filter), "distinct", false, SETTLE_EVERY, null);
    }

    /**
     * Names the processor, {@code distinct} by default. Processors of one application that share a filter and a topic
     * need different names. Keep the name as long as the filter: under another name, records that were added but not
     * committed are taken for duplicates.
     *
     * @param name letters, digits and {@code . _ - / @ +}
     */
    public DistinctRecords<T> named(String name) {
        return new DistinctRecords<>(filter, Objects.requireNonNull(name), forwardsNulls, settleEvery, offsets);
    }

    /**
     * Forwards all records for which there is no element. By default they are dropped, as the aggregations and joins of
     * Kafka Streams drop records without a key. In both cases the metric {@code null-records-total} counts them.
     */
    public DistinctRecords<T> forwardNulls() {
        return new DistinctRecords<>(filter, name, true, settleEvery, offsets);
    }

    /**
     * Sets how often each task asks for the committed offsets and settles, 10 seconds by default. A longer interval
     * keeps more claims in Redis. It does not make a crash repeat more records.
     *
     * @param interval at least one millisecond
     * @throws IllegalArgumentException if the interval is shorter
     */
    public DistinctRecords<T> settleEvery(Duration interval) {
        if (interval.toMillis() < 1) {
            throw new IllegalArgumentException("the interval is below one millisecond");
        }
        return new DistinctRecords<>(filter, name, forwardsNulls, interval, offsets);
    }

    /**
     * Asks these committed offsets instead of the broker that the application is configured for. A
     * {@code TopologyTestDriver} has no broker: there, advancing the wall-clock time fails without them.
     */
    public DistinctRecords<T> committedOffsets(CommittedOffsets offsets) {
        return new DistinctRecords<>(filter, name, forwardsNulls, settleEvery, Objects.requireNonNull(offsets));
    }

    /**
     * Returns what {@code KStream.processValues} takes. Comes last: what it returns has none of the other methods.
     *
     * @param element the element of a key and a value, the same each time; null if there is none. It is compared with
     *     {@code equals}, a byte array by its content
     */
    public <K, V> FixedKeyProcessorSupplier<K, V, V> by(
            BiFunction<? super K, ? super V, ? extends @Nullable T> element) {
        Objects.requireNonNull(element);
        return () -> new DistinctProcessor<>(this, element);
    }

    BloomFilter<T> filter() {
        return filter;
    }

    String name() {
        return name;
    }

    boolean forwardsNulls() {
        return forwardsNulls;
    }

    Duration settleEvery() {
        return settleEvery;
    }

    CommittedOffsets offsets(FixedKeyProcessorContext<?, ?> context) {
        return offsets != null ? offsets : BrokerOffsets.share(context.applicationId(), context.appConfigs());
    }
}
