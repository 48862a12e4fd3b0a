package io.polybloom.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class RunsTest {

    private static List<List<Long>> runs(Long... offsets) {
        List<ConsumerRecord<String, String>> records = Arrays.stream(offsets)
                .map(offset -> new ConsumerRecord<>("clicks", 0, offset, "key", "value"))
                .toList();
        return Runs.of(records).stream()
                .map(run -> run.stream().map(ConsumerRecord::offset).toList())
                .toList();
    }

    @Test
    void consecutiveOffsetsAreOneRun() {
        assertEquals(List.of(), runs());
        assertEquals(List.of(List.of(5L)), runs(5L));
        assertEquals(List.of(List.of(5L, 6L, 7L)), runs(5L, 6L, 7L));
    }

    @Test
    void aGapBeginsAnotherRun() {
        assertEquals(List.of(List.of(1L, 2L), List.of(4L), List.of(9L, 10L)), runs(1L, 2L, 4L, 9L, 10L));
    }
}
