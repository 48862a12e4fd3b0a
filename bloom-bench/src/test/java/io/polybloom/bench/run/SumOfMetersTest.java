package io.polybloom.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SumOfMetersTest {

    @Test
    void addsUpWhatEachServerHasUsed() {
        SumOfMeters sum = new SumOfMeters(List.of(
                new ScriptedMeter(() -> new ServerUse(1, 2, 3)), new ScriptedMeter(() -> new ServerUse(10, 20, 30))));
        assertEquals(new ServerUse(11, 22, 33), sum.before());
        assertEquals(new ServerUse(11, 22, 33), sum.after());
    }

    @Test
    void theUseBetweenTwoReadingsIsTheirDifference() {
        assertEquals(new ServerUse(9, 18, 27), new ServerUse(10, 20, 30).since(new ServerUse(1, 2, 3)));
    }
}
