package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FiguresTest {

    @Test
    void writesNumbersForPeople() {
        assertEquals("1,234,567", Figures.count(1_234_567));
        assertEquals("1023 bytes", Figures.memory(1023));
        assertEquals("1.5 KiB", Figures.memory(1536));
        assertEquals("5.5 GiB", Figures.memory(5_919_021_801L));
        assertEquals("0", Figures.rate(0));
        assertEquals("1", Figures.rate(1));
        assertEquals("0.0101", Figures.rate(0.010123));
        assertEquals("0.0001", Figures.rate(0.0000999999));
        assertEquals("1.00e-09", Figures.rate(1e-9));
        assertEquals("50 %", Figures.percent(0.5));
        assertEquals("0.25 s", Figures.seconds(250_000_000));
        assertEquals("4,000", Figures.perSecond(1000, 250_000_000));
        assertEquals("0", Figures.perSecond(0, 0));
    }

    @Test
    void quotesAnyTextAsJson() {
        assertEquals("\"a\\\"b\\\\c\\td\\r\\u0000\\u007fä\"", JsonText.quoted("a\"b\\c\td\r\0\u007fä"));
    }

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
