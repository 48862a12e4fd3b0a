package io.polybloom.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterGoneException;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps that are composed behave as if they had been written one after the other, and need no stack. */
class StepTest {

    private static final int MANY = 100_000;
    private static final FilterGoneException GONE = new FilterGoneException("clicks", "gone");

    private final List<Batch> sent = new ArrayList<>();
    private final BlockingDriver driver = new BlockingDriver(batch -> {
        sent.add(batch);
        return () -> List.of(new Reply.Int(1));
    });

    @Test
    void aLoopOfStepsThatAreDoneNeedsNoStack() {
        assertEquals(MANY, driver.run(count(0, MANY)));
        assertTrue(sent.isEmpty());
    }

    @Test
    void aLoopOfStepsThatSendNeedsNoStack() {
        assertEquals(MANY, driver.run(ask(0, MANY)));
        assertEquals(MANY, sent.size());
    }

    @Test
    void aChainThatWasAppendedToNeedsNoStack() {
        Step<Integer> done = new Step.Done<>(0);
        Step<Integer> asking = one();
        for (int i = 0; i < MANY; i++) {
            done = done.then(value -> new Step.Done<>(value + 1));
            asking = asking.then(value -> one().then(more -> new Step.Done<>(value + more)));
        }
        assertEquals(MANY, driver.run(done));
        assertEquals(MANY + 1, driver.run(asking));
        assertEquals(MANY + 1, sent.size());
    }

    @Test
    void manyAlternativesNeedNoStackWhetherTheOperationFailsOrNot() {
        Step<Integer> failing = one().then(StepTest::fail);
        Step<Integer> succeeding = one();
        for (int i = 0; i < MANY; i++) {
            failing = failing.recover(StepTest::fail);
            succeeding = succeeding.recover(StepTest::fail);
        }
        Step<Integer> doomed = failing;
        assertSame(GONE, assertThrows(FilterGoneException.class, () -> driver.run(doomed)));
        assertEquals(1, driver.run(succeeding));
        assertEquals(7, driver.run(recoverInside(MANY)));
    }

    @Test
    void anAlternativeTakesThePlaceOfWhatIsBeforeIt() {
        List<String> journal = new ArrayList<>();
        Step<String> operation = one().then(value -> note(journal, "first"))
                .then(StepTest::<String, String>fail)
                .then(value -> note(journal, "left out"))
                .recover(failure -> note(journal, failure.getMessage()))
                .recover(failure -> note(journal, "not needed"))
                .then(value -> note(journal, "after " + value));
        assertEquals("after gone", driver.run(operation));
        assertEquals(List.of("first", "gone", "after gone"), journal);
    }

    @Test
    void whatAnAlternativeThrowsReachesTheNextOne() {
        Step<Integer> operation = one().then(StepTest::<Integer, Integer>fail)
                .recover(StepTest::fail)
                .recover(failure -> one());
        assertEquals(1, driver.run(operation));
    }

    @Test
    void aStepThatIsDoneDoesNotFailWhereAnotherOneIsAppendedButWhereItIsDriven() {
        Step<Integer> operation = new Step.Done<>(1).then(StepTest::<Integer, Integer>fail);
        assertThrows(FilterGoneException.class, () -> driver.run(operation));
        Step<Integer> recovered =
                new Step.Done<>(1).then(StepTest::<Integer, Integer>fail).recover(failure -> one());
        assertEquals(1, driver.run(recovered));
    }

    @Test
    void aValueIsMappedSeenAndLeftOutInTheOrderOfTheCalls() {
        List<String> journal = new ArrayList<>();
        Step<Integer> operation = one().map(value -> value + 1).also(value -> note(journal, "saw " + value));
        assertEquals(2, driver.run(operation));
        assertEquals(List.of("saw 2"), journal);
        assertNull(driver.run(one().asVoid()));
    }

    @Test
    void whatAnActionThrowsTakesThePlaceOfTheValueItSees() {
        assertThrows(FilterGoneException.class, () -> driver.run(one().also(StepTest::fail)));
        assertEquals(1, driver.run(one().also(StepTest::fail).recover(failure -> one())));
    }

    private Step<Integer> count(int from, int to) {
        return from == to ? new Step.Done<>(to) : new Step.Done<>(from).then(value -> count(value + 1, to));
    }

    private Step<Integer> ask(int from, int to) {
        return from == to ? new Step.Done<>(to) : one().then(answer -> ask(from + answer, to));
    }

    private Step<Integer> recoverInside(int depth) {
        return depth == 0
                ? one().then(StepTest::<Integer, Integer>fail).recover(failure -> new Step.Done<>(7))
                : one().then(value -> recoverInside(depth - 1)).recover(StepTest::fail);
    }

    private static Step<Integer> one() {
        Batch batch = new Batch(0, 0, List.of(new Command(Verb.SETBIT, new byte[] {1})));
        return Step.send(batch, replies -> new Step.Done<>((int) ((Reply.Int) replies.get(0)).value()));
    }

    private static Step<String> note(List<String> journal, String entry) {
        journal.add(entry);
        return new Step.Done<>(entry);
    }

    private static <Q, R> Step<R> fail(Q value) {
        throw GONE;
    }

    private static <R> Step<R> fail(BloomFilterException failure) {
        throw failure;
    }
}
