package io.polybloom.examples.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** Writes events to another topic. */
final class TopicOutput implements Output {

    private final Producer<String, String> producer;
    private final String topic;
    private final List<Future<RecordMetadata>> underWay = new ArrayList<>();

    TopicOutput(Producer<String, String> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    @Override
    public void forward(ConsumerRecord<String, String> event) {
        underWay.add(producer.send(new ProducerRecord<>(topic, event.key(), event.value())));
    }

    /** Throws if an event has not arrived: then its offset must not be committed. */
    @Override
    public void flush() {
        producer.flush();
        for (Future<RecordMetadata> event : underWay) {
            try {
                event.get();
            } catch (ExecutionException failure) {
                throw new KafkaException(failure.getCause());
            } catch (InterruptedException interrupted) {
                throw new InterruptException(interrupted);
            }
        }
        underWay.clear();
    }
}
