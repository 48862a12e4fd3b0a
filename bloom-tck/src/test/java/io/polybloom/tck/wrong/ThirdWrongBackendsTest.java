package io.polybloom.tck.wrong;

import io.polybloom.tck.wrong.backend.WrongBackend;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The third wrong backend and every third one after it. */
class ThirdWrongBackendsTest extends WrongBackendsTests {

    @ParameterizedTest
    @MethodSource
    void exactlyTheExpectedRulesFail(WrongBackend backend) {
        assertExactlyTheExpectedRulesFail(backend);
    }

    static List<WrongBackend> exactlyTheExpectedRulesFail() {
        return WrongBackends.everyThird(2);
    }
}
