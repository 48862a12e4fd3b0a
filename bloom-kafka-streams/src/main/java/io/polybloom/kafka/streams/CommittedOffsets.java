package io.polybloom.kafka.streams;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells which offsets an application has committed. A claim is settled only when this says that the offset of its
 * record was committed: an answer that is too low costs memory in Redis, one that is too high loses records after a
 * crash.
 *
 * <p>By default the broker is asked, with the configuration of the application. Another implementation is needed where
 * no broker is, as in a {@code TopologyTestDriver} whose wall-clock time is advanced, or where the admin client is made
 * in a way of its own:
 *
 * <pre>{@code
 * group -> admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().toCompletionStage()
 * }</pre>
 */
@FunctionalInterface
public interface CommittedOffsets {

    /**
     * Asks for the committed offsets of an application. Called on the threads of Kafka Streams, must not block.
     *
     * @param applicationId the group whose offsets are asked for
     * @return for each partition the next offset to be read; partitions without a committed offset are absent or null.
     *     A failure with a {@code RetriableException} is repeated later, any other ends the stream thread
     */
    CompletionStage<Map<TopicPartition, OffsetAndMetadata>> of(String applicationId);
}
