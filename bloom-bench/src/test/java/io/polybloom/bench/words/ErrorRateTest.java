package io.polybloom.bench.words;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of 1,000,000 answers at a rate of 1 % the standard deviation is 99.5: five of them and five more are 502.5. */
class ErrorRateTest {

    private final ErrorRate exact = new ErrorRate("filter", 0);

    @ParameterizedTest
    @ValueSource(longs = {9_498, 10_000, 10_502})
    void chanceIsAllowed(long falsePositives) {
        assertDoesNotThrow(() -> exact.check(falsePositives, 1_000_000, 0.01));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9_497, 10_503, 1_000_000})
    void whatIsNoChanceIsWrong(long falsePositives) {
        WrongAnswerException complaint =
                assertThrows(WrongAnswerException.class, () -> exact.check(falsePositives, 1_000_000, 0.01));
        assertEquals(
                "filter called " + falsePositives + " of 1000000 absent elements present; expected are 9498 to 10502",
                complaint.getMessage());
    }

    @Test
    void toleranceWidensTheBounds() {
        assertDoesNotThrow(() -> new ErrorRate("filter", 0.1).check(11_400, 1_000_000, 0.01));
        assertThrows(WrongAnswerException.class, () -> new ErrorRate("filter", 0.1).check(11_600, 1_000_000, 0.01));
    }

    @Test
    void aMissIsWrong() {
        assertDoesNotThrow(() -> exact.checkPresent(1000, 1000));
        WrongAnswerException complaint = assertThrows(WrongAnswerException.class, () -> exact.checkPresent(999, 1000));
        assertEquals("filter found 999 of 1000 elements that had been added", complaint.getMessage());
    }

    /** A rate that grows evenly from 0 to 2 % is 1 % in the mean. */
    @Test
    void fillingIsJudgedByTheMeanRate() {
        assertDoesNotThrow(() -> exact.checkFilling(10_000, 1_000_000, added -> added * 2e-8));
        assertThrows(WrongAnswerException.class, () -> exact.checkFilling(11_000, 1_000_000, added -> added * 2e-8));
    }
}
