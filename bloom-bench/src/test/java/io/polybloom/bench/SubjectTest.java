package io.polybloom.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.bench.filter.BenchFilter;
import io.polybloom.bench.words.WrongAnswerException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A filter that lies is found out at the end of the trial at the latest. */
class SubjectTest {

    private static final int CAPACITY = 200_000;

    @Test
    void theTruthIsAccepted() {
        assertDoesNotThrow(() -> lookUp(new LyingFilter(0, 0, 0)));
        assertDoesNotThrow(() -> fill(new LyingFilter(0, 0, 0)));
    }

    @Test
    void oneMissIsOneTooMany() {
        assertEquals("liar found 49999 of 50000 elements that had been added", complaint(new LyingFilter(1, 0, 0)));
    }

    @Test
    void falsePositivesBeyondChance() {
        String complaint = complaint(new LyingFilter(0, 10, 0));
        assertTrue(complaint.startsWith("liar called 10 of 50000 absent elements present"), complaint);
    }

    @Test
    void newElementsThatAreCalledSeenBeyondChance() {
        WrongAnswerException found = assertThrows(WrongAnswerException.class, () -> fill(new LyingFilter(0, 0, 10)));
        assertTrue(found.getMessage().startsWith("liar called 10 of 100000 absent"), found.getMessage());
    }

    /** The filter that is full is judged before another one is begun. */
    @Test
    void aFilterThatIsFullIsJudgedAtOnce() {
        Liar subject = new Liar();
        subject.begin(new LyingFilter(0, 0, 10), true);
        for (int part = 0; part < 2; part++) {
            subject.prepare();
            subject.add();
        }
        assertThrows(WrongAnswerException.class, subject::prepare);
    }

    @Test
    void aFilterThatWouldBeFullAtOnceIsRefused() {
        Liar subject = new Liar();
        subject.begin(new LyingFilter(0, 0, 0), true);
        subject.capacity = Calls.ELEMENTS - 1;
        assertThrows(IllegalArgumentException.class, subject::prepare);
    }

    private static String complaint(LyingFilter filter) {
        return assertThrows(WrongAnswerException.class, () -> lookUp(filter)).getMessage();
    }

    private static void lookUp(LyingFilter filter) {
        Liar subject = new Liar();
        subject.begin(filter, false);
        subject.prepare();
        subject.lookUp();
        subject.close();
    }

    private static void fill(LyingFilter filter) {
        Liar subject = new Liar();
        subject.begin(filter, true);
        subject.prepare();
        subject.add();
        subject.close();
    }

    private static final class Liar extends Calls {

        void begin(LyingFilter filter, boolean fills) {
            capacity = CAPACITY;
            call = ELEMENTS;
            open(new Rig(null, filter), fills);
        }

        @Override
        Rig start() {
            throw new AssertionError("the filter is given");
        }
    }

    /**
     * A filter in memory that answers rightly, but for a number of lies.
     *
     * @param missed how many elements it forgets in each look-up
     * @param invented how many elements it makes up in each look-up
     * @param calledSeen how many new elements it calls seen in each add
     */
    private record LyingFilter(Set<String> elements, int missed, int invented, int calledSeen) implements BenchFilter {

        LyingFilter(int missed, int invented, int calledSeen) {
            this(new HashSet<>(), missed, invented, calledSeen);
        }

        @Override
        public String name() {
            return "liar";
        }

        @Override
        public void create(long capacity, double falsePositiveRate) {
            elements.clear();
        }

        @Override
        public long add(List<String> added) {
            elements.addAll(added);
            return added.size() - calledSeen;
        }

        @Override
        public long contains(List<String> asked) {
            long present = asked.stream().filter(elements::contains).count();
            return present == asked.size() ? present - missed : present + invented;
        }

        @Override
        public void delete() {
            elements.clear();
        }

        @Override
        public double expectedRate(double count) {
            return 0;
        }

        @Override
        public double tolerance() {
            return 0;
        }
    }
}
