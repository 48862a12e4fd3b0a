package io.polybloom.listener;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OperationReportTest {

    @Test
    void hasAShortTextWithoutNumbersThatAreZero() {
        OperationFailure failure = new OperationFailure("NO_ANSWER", new IllegalStateException("cut"));
        OperationReport report = new OperationReport(
                "clicks", OperationKind.ADD, 5, 2, 1, 3, 0, Duration.ofMillis(1), Optional.of(failure));
        assertEquals(
                "OperationReport[ADD on clicks: 5 elements, 2 absent, 1 present, 2 unknown, 3 batches, 1000 us,"
                        + " failed: NO_ANSWER]",
                report.toString());
    }
}
