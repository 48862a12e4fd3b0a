package io.polybloom.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The conversion of the objects that clients answer with, and the commands that they answer with an array. */
class ReplyTest {

    @Test
    void takesAReplyAsItIs() {
        Reply reply = new Reply.Int(3);
        assertSame(reply, Reply.of(reply));
    }

    @Test
    void takesAnyIntegerForAnInteger() {
        assertEquals(new Reply.Int(-3), Reply.of(-3));
        assertEquals(new Reply.Int(1L << 40), Reply.of(1L << 40));
    }

    @Test
    void takesTextAsItsBytes() {
        assertArrayEquals(
                new byte[] {'a', (byte) 0xc3, (byte) 0xa9},
                assertInstanceOf(Reply.Bytes.class, Reply.of("a\u00e9")).value());
        byte[] bytes = {1, 2};
        assertArrayEquals(
                bytes, assertInstanceOf(Reply.Bytes.class, Reply.of(bytes)).value());
    }

    @Test
    void takesNothingForNil() {
        assertInstanceOf(Reply.Nil.class, Reply.of(null));
    }

    @Test
    void takesAListOfNumbersForIntegers() {
        assertArrayEquals(
                new long[] {1, 0, 5},
                assertInstanceOf(Reply.Ints.class, Reply.of(List.of(1L, 0, 5L))).values());
    }

    @Test
    void takesAnyOtherListForAnArray() {
        Reply.Many late = assertInstanceOf(Reply.Many.class, Reply.of(Arrays.asList(1L, null)));
        assertEquals(2, late.elements().size());
        assertEquals(new Reply.Int(1), late.elements().get(0));
        assertEquals(
                0,
                assertInstanceOf(Reply.Many.class, Reply.of(List.of()))
                        .elements()
                        .size());
        Reply.Many texts = assertInstanceOf(Reply.Many.class, Reply.of(List.of("a", 1L)));
        assertInstanceOf(Reply.Bytes.class, texts.elements().get(0));
    }

    @Test
    void refusesWhatNoServerAnswers() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> Reply.of(Optional.empty()));
        assertEquals("no reply can be made of java.util.Optional", refused.getMessage());
        assertEquals(new Reply.Int(2), Reply.of(BigDecimal.valueOf(2)));
    }

    @Test
    void knowsTheCommandsThatAreAnsweredWithAnArray() {
        Set<Verb> arrays = EnumSet.noneOf(Verb.class);
        for (Verb verb : Verb.values()) {
            if (verb.answersWithArray()) {
                arrays.add(verb);
            }
        }
        assertEquals(
                Set.of(
                        Verb.BITFIELD,
                        Verb.BITFIELD_RO,
                        Verb.HGETALL,
                        Verb.ZRANGEBYLEX,
                        Verb.TIME,
                        Verb.WAITAOF,
                        Verb.BF_INSERT,
                        Verb.BF_MEXISTS,
                        Verb.BF_INFO,
                        Verb.EXEC),
                arrays);
        assertEquals(Optional.of("OR"), Verb.BITOP.operation());
        assertEquals(Optional.empty(), Verb.GETRANGE.operation());
    }
}
