package io.polybloom.kafka.streams;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Asks the broker. All tasks of an application share one admin client, which is made when it is first needed: not in a
 * test without a broker, nor by a task that has nothing to settle.
 */
final class BrokerOffsets implements CommittedOffsets, AutoCloseable {

    private static final String DRIVER = "org.apache.kafka.streams.TopologyTestDriver";
    private static final Map<String, BrokerOffsets> SHARED = new HashMap<>();

    private final String cluster;
    private final Map<String, Object> config;
    private int owners;
    private @Nullable Admin admin;

    private BrokerOffsets(String cluster, Map<String, Object> config) {
        this.cluster = cluster;
        this.config = config;
    }

    /**
     * Joins the owners of the cluster's client, or becomes the first. The client is closed when the last one leaves.
     */
    static BrokerOffsets share(String applicationId, Map<String, Object> config) {
        synchronized (SHARED) {
            String cluster = applicationId + " on " + config.get(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG);
            BrokerOffsets shared = SHARED.computeIfAbsent(cluster, name -> new BrokerOffsets(name, config));
            shared.owners++;
            return shared;
        }
    }

    @Override
    public CompletionStage<Map<TopicPartition, OffsetAndMetadata>> of(String applicationId) {
        return admin(applicationId)
                .listConsumerGroupOffsets(applicationId)
                .partitionsToOffsetAndMetadata()
                .toCompletionStage();
    }

    private Admin admin(String applicationId) {
        synchronized (SHARED) {
            if (admin == null) {
                requireBroker();
                admin = Admin.create(new StreamsConfig(config).getAdminConfigs(applicationId + "-distinct"));
            }
            return admin;
        }
    }

    /** A client of a broker that is not there would try to reach it for ever, in a thread of its own. */
    private static void requireBroker() {
        boolean isDriver = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(DRIVER)));
        if (isDriver) {
            throw new IllegalStateException("a TopologyTestDriver has no broker that knows which offsets were"
                    + " committed: say it, with DistinctRecords.committedOffsets, before by");
        }
    }

    /** Leaves the owners. */
    @Override
    public void close() {
        synchronized (SHARED) {
            if (--owners == 0) {
                SHARED.remove(cluster);
                if (admin != null) {
                    admin.close(Duration.ZERO);
                }
            }
        }
    }
}
