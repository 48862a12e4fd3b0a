package io.polybloom.kafka.streams;

import io.polybloom.BloomFilter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Forwards a record as soon as its element is claimed: nothing is ever held back, because Kafka Streams commits the
 * offset of whatever {@link #process} has returned from, and tells no processor before it does.
 *
 * <p>Kafka Streams may close and initialize one instance several times. Nothing but the configuration outlives
 * {@link #close}.
 */
final class DistinctProcessor<K, V, T> implements FixedKeyProcessor<K, V, V> {

    private final DistinctRecords<T> config;
    private final BiFunction<? super K, ? super V, ? extends @Nullable T> selector;
    private @Nullable Task task;

    DistinctProcessor(DistinctRecords<T> config, BiFunction<? super K, ? super V, ? extends @Nullable T> selector) {
        this.config = config;
        this.selector = selector;
    }

    @Override
    public void init(FixedKeyProcessorContext<K, V> context) {
        task = new Task(context);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        task().process(record);
    }

    @Override
    public void close() {
        if (task != null) {
            task.close();
            task = null;
        }
    }

    private Task task() {
        if (task == null) {
            throw new IllegalStateException("the processor is not initialized");
        }
        return task;
    }

    /** What there is between {@code init} and {@code close}. */
    private final class Task {

        private final FixedKeyProcessorContext<K, V> context;
        private final Map<TopicPartition, PartitionClaims<T>> partitions = new HashMap<>();
        private final Counts counts;
        private final CommittedOffsets offsets;
        private @Nullable CompletableFuture<Map<TopicPartition, OffsetAndMetadata>> asked;

        Task(FixedKeyProcessorContext<K, V> context) {
            this.context = context;
            BloomFilter<T> filter = config.filter();
            filter.claims(writer("-0")); // refuses a layout or a name that allows no claims before the first record
            counts = new Counts(context, config.name());
            offsets = config.offsets(context);
            context.schedule(config.settleEvery(), PunctuationType.WALL_CLOCK_TIME, now -> settle());
        }

        private String writer(String partition) {
            return context.applicationId() + "/" + config.name() + "/" + partition;
        }

        void process(FixedKeyRecord<K, V> record) {
            T element = selector.apply(record.key(), record.value());
            if (element == null) {
                counts.withoutElement.record();
                if (config.forwardsNulls()) {
                    context.forward(record);
                }
                return;
            }
            RecordMetadata origin = context.recordMetadata()
                    .filter(metadata -> metadata.topic() != null && metadata.offset() >= 0)
                    .orElseThrow(() -> new IllegalStateException("the record comes from no topic: an operator before "
                            + "this one forwards on a schedule, so a repeated record could not be recognized"));
            PartitionClaims<T> claims = partitions.computeIfAbsent(
                    new TopicPartition(origin.topic(), origin.partition()),
                    partition -> new PartitionClaims<>(config.filter().claims(writer(partition.toString()))));
            boolean isNew = claims.claim(origin.offset(), element);
            if (isNew) {
                context.forward(record);
            }
            claims.done(element);
            (isNew ? counts.distinct : counts.duplicate).record();
        }

        /** Never waits for the broker: an answer that is not there yet is taken the next time. */
        private void settle() {
            if (asked == null && !partitions.isEmpty()) {
                asked = offsets.of(context.applicationId()).toCompletableFuture();
            }
            if (asked != null && asked.isDone()) {
                CompletableFuture<Map<TopicPartition, OffsetAndMetadata>> answer = asked;
                asked = null;
                committed(answer).forEach(this::settle);
            }
        }

        private void settle(TopicPartition partition, @Nullable OffsetAndMetadata committed) {
            PartitionClaims<T> claims = partitions.get(partition);
            if (claims != null && committed != null) {
                claims.settle(committed.offset());
            }
        }

        private Map<TopicPartition, OffsetAndMetadata> committed(
                CompletableFuture<Map<TopicPartition, OffsetAndMetadata>> answer) {
            try {
                return answer.join();
            } catch (CompletionException failure) {
                if (failure.getCause() instanceof RetriableException) {
                    return Map.of(); // asked again the next time; until then nothing is settled, which is safe
                }
                throw new StreamsException("cannot read the committed offsets", failure.getCause());
            } catch (CancellationException closed) {
                return Map.of();
            }
        }

        void close() {
            counts.close();
            if (offsets instanceof BrokerOffsets shared) {
                shared.close();
            }
        }
    }
}
