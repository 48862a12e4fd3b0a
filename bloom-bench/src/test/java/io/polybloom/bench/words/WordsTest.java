package io.polybloom.bench.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.Lists;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void noWordOccursTwice() {
        Set<String> all = new HashSet<>();
        for (int seed = 0; seed < 4; seed++) {
            all.addAll(Words.some(seed, 0, 5_000));
            all.addAll(Words.some(seed, 5_000, 2_500));
        }
        assertEquals(4 * 7_500, all.size());
    }

    @Test
    void aWordIsTheSameHoweverItIsTaken() {
        List<String> some = Words.some(7, 0, 10);
        assertEquals(some, Lists.newArrayList(Words.lazily(7, 10)));
        assertEquals(some.get(9), Words.one(7, 9));
        assertEquals(16, some.get(0).length());
    }
}
