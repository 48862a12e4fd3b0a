package io.polybloom.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.run.RoundRunner;
import io.polybloom.bench.run.ScriptedMeter;
import io.polybloom.bench.run.ServerUse;
import io.polybloom.bench.run.WrongAnswerException;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.bench.words.Words;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A contestant that lies is exposed, and has no figures. */
class LiesTest {

    @Test
    void theTruthIsMeasured() {
        Results results = run(new LyingFilter(0, 0, 0));
        assertTrue(results.nanos("liar", BulkContestant.ADD).median() > 0);
        assertTrue(results.nanos("liar", BulkContestant.LOOK_UP).median() > 0);
    }

    @Test
    void oneMissIsOneTooMany() {
        assertFoundOut(new LyingFilter(1, 0, 0), "liar found 490 of 500 elements that had been added");
    }

    @Test
    void falsePositivesBeyondChance() {
        assertFoundOut(new LyingFilter(0, 1, 0), "liar called 10 of 500 absent elements present");
    }

    @Test
    void newElementsThatAreCalledSeenBeyondChance() {
        assertFoundOut(new LyingFilter(0, 0, 1), "liar called 20 of 1000 absent elements present");
    }

    @Test
    void aMissInASingleCall() {
        SingleContestant contestant = single(new LyingFilter(1, 0, 0));
        WrongAnswerException found = assertThrows(WrongAnswerException.class, () -> run(contestant));
        assertEquals("liar found 0 of 5 elements that had been added", found.getMessage());
    }

    @Test
    void aSingleNewElementThatIsCalledSeen() {
        SingleContestant contestant = single(new LyingFilter(0, 0, 1));
        WrongAnswerException found = assertThrows(WrongAnswerException.class, () -> run(contestant));
        assertTrue(found.getMessage().startsWith("liar called 10 of 10 absent"), found.getMessage());
    }

    @Test
    void falsePositivesWhileTheFilterIsFilled() {
        Words words = Words.of(0, 150, 100);
        LyingFilter filter = new LyingFilter(0, 6, 0);
        assertThrows(WrongAnswerException.class, () -> FillSection.fill(filter, words, 100, new double[2][15]));
    }

    private static SingleContestant single(LyingFilter filter) {
        return new SingleContestant(new NoClient(), List.of(filter), new WordSupply(20, 10));
    }

    private static void assertFoundOut(LyingFilter filter, String complaint) {
        WrongAnswerException found = assertThrows(WrongAnswerException.class, () -> run(filter));
        assertTrue(found.getMessage().startsWith(complaint), found.getMessage());
    }

    private static Results run(LyingFilter filter) {
        BulkContestant contestant = new BulkContestant("liar", filter, 1000, new WordSupply(1000, 500));
        return run(contestant);
    }

    private static Results run(Contestant contestant) {
        return new RoundRunner(0, 1, new ScriptedMeter(() -> ServerUse.NONE), what -> {}).run(List.of(contestant));
    }

    private static final class NoClient implements Client {

        @Override
        public String name() {
            return "nothing";
        }

        @Override
        public BloomFilter<CharSequence> open(FilterSpec spec, FilterOptions options) {
            throw new AssertionError("opens nothing");
        }

        @Override
        public boolean get(String key) {
            return false;
        }

        @Override
        public void close() {}
    }
}
