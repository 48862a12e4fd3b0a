package io.polybloom.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomWordsTest {

    @Test
    void wordsAreReproducibleAndHaveNumbersOfTheirOwn() {
        List<byte[]> words = new RandomWords(5).next(200_000);
        List<byte[]> again = new RandomWords(5).next(200_000);
        Set<String> exact = new HashSet<>();
        NumberSet numbers = new NumberSet();
        for (int i = 0; i < words.size(); i++) {
            String word = new String(words.get(i), StandardCharsets.US_ASCII);
            assertEquals(word, new String(again.get(i), StandardCharsets.US_ASCII));
            assertTrue(word.matches("[a-z]{4,12}"), word);
            assertEquals(exact.add(word), numbers.add(RandomWords.number(words.get(i))), word);
        }
        assertEquals(exact.size(), numbers.size());
        assertTrue(exact.size() < words.size(), "short words repeat");
        assertFalse(exact.contains(new String(new RandomWords(6).next(1).get(0), StandardCharsets.US_ASCII)));
    }
}
