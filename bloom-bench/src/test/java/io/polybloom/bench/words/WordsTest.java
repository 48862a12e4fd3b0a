package io.polybloom.bench.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void noWordOccursTwice() {
        Set<String> all = new HashSet<>();
        for (int seed = 0; seed < 4; seed++) {
            Words words = Words.of(seed, 5_000, 2_500);
            all.addAll(words.present());
            all.addAll(words.absent());
        }
        assertEquals(4 * 7_500, all.size());
    }

    @Test
    void everyWordHasSixteenCharacters() {
        for (String word : Words.of(7, 1000, 0).present()) {
            assertEquals(16, word.length(), word);
        }
    }

    @Test
    void aRoundHasTheSameWordsForEverybody() {
        WordSupply supply = new WordSupply(10, 5);
        Words first = supply.of(0);
        assertSame(first, supply.of(0));
        assertNotSame(first, supply.of(1));
        assertEquals(first, supply.of(0));
    }
}
