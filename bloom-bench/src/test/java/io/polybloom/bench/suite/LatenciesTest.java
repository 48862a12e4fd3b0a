package io.polybloom.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.bench.run.Figure;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private final Latencies latencies = new Latencies();

    @Test
    void comparesTheMedianCallsOfEachRound() {
        round(true, List.of(10L, 10L, 5_000L), List.of(20L, 20L, 20L));
        round(true, List.of(10L, 10L, 10L), List.of(40L, 40L, 40L));
        round(true, List.of(20L, 20L, 20L), List.of(60L, 60L, 90_000L));
        assertEquals(new Figure(3, 2, 4), latencies.ratio("add", "get"));
    }

    @Test
    void percentilesAreOverAllRoundsThatCount() {
        round(false, List.of(900_000L), List.of(900_000L));
        round(true, List.of(1_000L), List.of(1_000L));
        round(true, List.of(2_000L), List.of(3_000L));
        assertEquals(1.0, latencies.micros("get", 50), 0.01);
        assertEquals(2.0, latencies.micros("get", 100), 0.01);
        assertEquals(3.0, latencies.micros("add", 100), 0.01);
        assertEquals(Set.of("add", "get"), latencies.tasks());
    }

    private void round(boolean counts, List<Long> gets, List<Long> adds) {
        gets.forEach(latencies.current("get")::recordValue);
        adds.forEach(latencies.current("add")::recordValue);
        latencies.endRound(counts);
    }
}
