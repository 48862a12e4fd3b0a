package io.polybloom.tck.chapter.membership;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The answers of a filter. */
public abstract class MembershipTests extends KitTests {

    @Test
    @Checks("1.01")
    void whatWasAddedIsFoundByEveryClient() {
        FilterSpec spec =
                fresh().capacity(2000).falsePositiveRate(1e-9).partitions(3).build();
        BloomFilter<CharSequence> mine = open(filters(), spec);
        BloomFilter<CharSequence> theirs = open(filters(), spec);
        List<String> words = words("word-", 2000);
        for (String word : words.subList(0, 200)) {
            assertFalse(mine.mightContain(word), word);
            assertFalse(theirs.mightContain(word), word);
            mine.add(word);
            assertTrue(mine.mightContain(word), word);
            assertTrue(theirs.mightContain(word), word);
        }
        mine.addAll(words.subList(200, 2000));
        assertEquals(2000, count(mine.mightContainAll(words)));
        assertEquals(2000, count(theirs.mightContainAll(words)));
        for (String word : words.subList(1800, 2000)) {
            assertTrue(theirs.mightContain(word), word);
        }
    }

    /** The filter is overfull on purpose, so that many adds of new elements change nothing. */
    @Test
    @Checks("1.02")
    void anAddIsTrueExactlyWhenItChangedABit() {
        FilterSpec spec =
                fresh().capacity(150).falsePositiveRate(0.1).partitions(2).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        Reference reference = new Reference(filter.description());
        for (String word : words("one-", 200)) {
            assertEquals(reference.add(word), filter.add(word), word);
            assertFalse(filter.add(word), word);
        }
        List<String> bulk = words("bulk-", 200);
        boolean[] answers = filter.addAll(bulk);
        for (int i = 0; i < answers.length; i++) {
            assertEquals(reference.add(bulk.get(i)), answers[i], bulk.get(i));
        }
        int changed = count(answers);
        assertTrue(changed > 20 && changed < 180, changed + " of 200 changed a bit: the test compares too little");
    }

    @Test
    @Checks("1.03")
    void bulkAnswersAreInTheOrderOfTheCall() {
        FilterSpec spec =
                fresh().capacity(20_000).falsePositiveRate(1e-9).partitions(5).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        List<String> some = words("some-", 7000);
        List<String> mixed = new ArrayList<>();
        boolean[] expected = new boolean[14_000];
        for (int i = 0; i < 7000; i++) {
            mixed.add("some-" + i);
            mixed.add("other-" + i);
            expected[2 * i + 1] = true;
        }
        assertEquals(7000, count(filter.addAll(some)));
        assertArrayEquals(expected, filter.addAll(mixed));
        assertEquals(14_000, count(filter.mightContainAll(mixed)));
        assertEquals(0, count(filter.mightContainAll(words("absent-", 7000))));
    }

    @Test
    @Checks("1.04")
    void theFirstOfEqualElementsInABatchIsNew() {
        BloomFilter<CharSequence> filter =
                open(filters(), fresh().capacity(1000).build());
        assertArrayEquals(
                new boolean[] {true, false, true, false, false}, filter.addAll(List.of("a", "a", "b", "a", "b")));
    }

    @Test
    @Checks("1.05")
    @Needs(Capability.SERVER)
    void anEmptyBatchSendsNothing() {
        ScriptedServer front = closing(ScriptedServer.inFrontOf(closing(RedisServer.start())));
        BloomFilter<CharSequence> filter = open(
                connect(Target.standalone(front.uri())), fresh().capacity(1000).build());
        front.forgetRequests();
        assertEquals(0, filter.addAll(List.of()).length);
        assertEquals(0, filter.mightContainAll(List.of()).length);
        assertEquals(List.of(), front.requests());
    }

    @Test
    @Checks("1.06")
    void ofManyThreadsAndClientsThatAddOneElementExactlyOneIsFirst() throws Exception {
        FilterSpec spec = fresh().capacity(1000).falsePositiveRate(1e-9).build();
        List<BloomFilter<CharSequence>> clients = List.of(open(filters(), spec), open(filters(), spec));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 50; round++) {
                String element = "element-" + round;
                List<Future<Boolean>> answers = IntStream.range(0, 8)
                        .mapToObj(i -> threads.submit(() -> clients.get(i % 2).add(element)))
                        .toList();
                int first = 0;
                for (Future<Boolean> answer : answers) {
                    first += answer.get(PATIENT.toSeconds(), TimeUnit.SECONDS) ? 1 : 0;
                }
                assertEquals(1, first);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** At p = 1e-9 every add of a new element changes a bit, and no absent element is found. */
    @Test
    @Checks("1.02")
    void threadsThatShareAClientGetTheirOwnAnswers() throws Exception {
        FilterSpec spec = fresh().capacity(10_000).falsePositiveRate(1e-9).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<List<String>>> results = IntStream.range(0, 4)
                    .mapToObj(thread ->
                            threads.submit(() -> wrongAnswers(filter, words("thread-" + thread + "-", 200))))
                    .toList();
            for (Future<List<String>> result : results) {
                assertEquals(List.of(), result.get(PATIENT.toSeconds(), TimeUnit.SECONDS));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<String> wrongAnswers(BloomFilter<CharSequence> filter, List<String> elements) {
        List<String> wrong = new ArrayList<>();
        for (String element : elements) {
            boolean[] answers = {
                filter.mightContain(element), filter.add(element), filter.add(element), filter.mightContain(element)
            };
            if (!Arrays.equals(new boolean[] {false, true, false, true}, answers)) {
                wrong.add(element + " " + Arrays.toString(answers));
            }
        }
        return wrong;
    }

    @Test
    @Checks("1.07")
    void nullElementsAreRefusedBeforeAnythingIsSent() {
        BloomFilter<CharSequence> filter =
                open(filters(), fresh().capacity(1000).build());
        List<CharSequence> withNull = new ArrayList<>(List.of("a", "b"));
        withNull.set(1, null);
        assertThrows(NullPointerException.class, () -> filter.addAll(withNull));
        assertThrows(NullPointerException.class, () -> filter.mightContainAll(withNull));
        assertThrows(NullPointerException.class, () -> filter.add(withNull.get(1)));
        assertThrows(NullPointerException.class, () -> filter.mightContain(withNull.get(1)));
        assertEquals(0, filter.stats().estimatedCount());
    }
}
