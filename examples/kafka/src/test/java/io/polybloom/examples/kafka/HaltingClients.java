package io.polybloom.examples.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** The clients of Kafka, which die after a poll, after a send, and around a commit. */
final class HaltingClients implements KafkaClientSupplier {

    private final Death death;

    HaltingClients(Death death) {
        this.death = death;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()) {
            private final Map<TopicPartition, OffsetAndMetadata> pending = new HashMap<>();

            @Override
            public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
                Future<RecordMetadata> sent = super.send(record, callback);
                death.at(Death.Place.SENT);
                return sent;
            }

            @Override
            public void sendOffsetsToTransaction(
                    Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
                super.sendOffsetsToTransaction(offsets, group);
                pending.putAll(offsets);
            }

            @Override
            public void commitTransaction() {
                death.at(Death.Place.BEFORE_COMMIT);
                super.commitTransaction();
                death.committed(pending);
                pending.clear();
            }
        };
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
                if (!records.isEmpty()) {
                    death.at(Death.Place.POLLED);
                }
                return records;
            }

            @Override
            public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
                death.at(Death.Place.BEFORE_COMMIT);
                super.commitSync(offsets);
                death.committed(offsets);
            }
        };
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getRestoreConsumer(config);
    }
}
