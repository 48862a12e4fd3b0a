package io.polybloom.examples.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Divides the records of one partition where their offsets have a gap, as after a compaction or a transaction. */
final class Runs {

    private Runs() {}

    /** Returns the records in their order, in lists of consecutive offsets. */
    static <K, V> List<List<ConsumerRecord<K, V>>> of(List<ConsumerRecord<K, V>> records) {
        List<List<ConsumerRecord<K, V>>> runs = new ArrayList<>();
        int first = 0;
        for (int next = 1; next <= records.size(); next++) {
            if (next == records.size()
                    || records.get(next).offset() != records.get(next - 1).offset() + 1) {
                runs.add(records.subList(first, next));
                first = next;
            }
        }
        return runs;
    }
}
