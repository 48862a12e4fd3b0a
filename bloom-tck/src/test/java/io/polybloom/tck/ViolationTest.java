package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.judge.Journal;
import io.polybloom.tck.judge.Trial;
import io.polybloom.tck.judge.Violation;
import io.polybloom.tck.rule.Checks;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** The parts that are taken from a failed assertion. */
class ViolationTest {

    private static final class NoBackend implements Backend {
        @Override
        public String name() {
            return "none";
        }

        @Override
        public Connection connect(Target target, Duration timeout) {
            throw new UnsupportedOperationException(target.toString());
        }
    }

    private static final class Group {
        @Checks("7.04")
        void aTest() {}
    }

    private static AssertionFailedError violation(Runnable assertion) {
        AssertionError failed = assertThrows(AssertionError.class, assertion::run);
        Method test = Trial.methods(Group.class).get(0);
        Trial trial = new Trial(new NoBackend(), new Journal(), ViolationTest.class, Group.class, test, "a row");
        AssertionFailedError violation = Violation.of(trial, failed);
        assertEquals(failed, violation.getCause());
        assertArrayEquals(failed.getStackTrace(), violation.getStackTrace());
        assertTrue(violation.getMessage().contains("done:     Group: a test [a row]"), violation.getMessage());
        return violation;
    }

    @Test
    void theTwoValuesAreThereForEditorsToo() {
        AssertionFailedError violation = violation(() -> assertEquals(1, 2));
        assertEquals(1, violation.getExpected().getValue());
        assertEquals(2, violation.getActual().getValue());
        assertTrue(violation.getMessage().contains("expected: 1"), violation.getMessage());
        assertTrue(violation.getMessage().contains("actual:   2"), violation.getMessage());
    }

    @Test
    void whereArraysDifferIsTold() {
        AssertionFailedError violation = violation(() -> assertArrayEquals(new int[] {1, 2}, new int[] {1, 3}));
        assertTrue(violation.getMessage().contains("array contents differ at index [1]"), violation.getMessage());
        assertTrue(violation.getMessage().contains("actual:   3"), violation.getMessage());
    }

    @Test
    void anAssertionWithoutValuesIsQuoted() {
        AssertionFailedError violation = violation(() -> {
            throw new AssertionError("somebody was not told");
        });
        assertNull(violation.getExpected());
        assertTrue(violation.getMessage().contains("expected: as the rule says"), violation.getMessage());
        assertTrue(violation.getMessage().contains("actual:   somebody was not told"), violation.getMessage());
    }

    @Test
    void longValuesAreShortened() {
        String nines = String.join("", Collections.nCopies(5000, "9"));
        AssertionFailedError violation = violation(() -> assertEquals("1", nines));
        assertTrue(violation.getMessage().contains("9 ... (5000 characters)"), violation.getMessage());
        assertTrue(violation.getMessage().length() < 2000, violation.getMessage());
    }
}
