package io.polybloom.kafka.streams;

import java.util.List;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.Sensor.RecordingLevel;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;

/** The metrics of a task, in the group {@code stream-distinct-metrics}: a rate and a total for each kind of record. */
final class Counts implements AutoCloseable {

    final Sensor distinct;
    final Sensor duplicate;
    final Sensor withoutElement;
    private final StreamsMetrics metrics;

    Counts(FixedKeyProcessorContext<?, ?> context, String name) {
        metrics = context.metrics();
        String entity = name + "-" + context.taskId();
        distinct = sensor(entity, "distinct-records");
        duplicate = sensor(entity, "duplicate-records");
        withoutElement = sensor(entity, "null-records");
    }

    private Sensor sensor(String entity, String operation) {
        return metrics.addRateTotalSensor("distinct", entity, operation, RecordingLevel.INFO);
    }

    @Override
    public void close() {
        List.of(distinct, duplicate, withoutElement).forEach(metrics::removeSensor);
    }
}
