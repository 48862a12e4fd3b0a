package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of an element are those that Guava's own hashers see. */
class ElementBytesTest {

    private static final Funnel<String> EVERYTHING = (text, sink) -> sink.putByte((byte) 0xfe)
            .putBytes(new byte[] {1, 2, 3})
            .putBytes(new byte[] {4, 5, 6, 7}, 1, 2)
            .putBytes(ByteBuffer.wrap(new byte[] {8, 9}))
            .putShort((short) 0xfedc)
            .putInt(0xfedcba98)
            .putLong(0xfedcba9876543210L)
            .putFloat(1.5f)
            .putDouble(-2.5)
            .putBoolean(true)
            .putChar('\u20ac')
            .putUnencodedChars(text)
            .putString(text, StandardCharsets.UTF_8);

    private final ElementBytes bytes = new ElementBytes();

    @Test
    void areWhatGuavasHashersSee() {
        for (int length = 0; length < 200; length += 7) {
            String text = "été €".repeat(length);
            bytes.set(EVERYTHING, text);
            assertEquals(
                    Hashing.murmur3_128().hashObject(text, EVERYTHING),
                    Hashing.murmur3_128().hashBytes(bytes.bytes(), 0, bytes.length()));
        }
    }

    @Test
    void ofEveryCodeUnitAreThoseOfTheJdk() {
        for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
            assertSameAsJdk(String.valueOf((char) unit));
            assertSameAsJdk("a" + (char) unit + "b");
            assertSameAsJdk("\u00e9" + (char) unit);
        }
    }

    @Test
    void ofPairedAndUnpairedSurrogatesAreThoseOfTheJdk() {
        String[] parts = {"a", "\u00e9", "\u20ac", "\ud83d", "\ude00", "\ud83d\ude00", "\udbff\udfff"};
        for (String first : parts) {
            for (String second : parts) {
                for (String third : parts) {
                    assertSameAsJdk(first + second + third);
                    assertSameAsJdk("ascii before".repeat(20) + first + second + third);
                }
            }
        }
    }

    @Test
    void ofOtherCharsetsAreThoseOfTheJdk() {
        for (Charset charset : List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16LE)) {
            assertSameAsJdk("\u00e9t\u00e9 \u20ac \ud83d", charset);
        }
    }

    private void assertSameAsJdk(String text) {
        assertSameAsJdk(text, StandardCharsets.UTF_8);
    }

    private void assertSameAsJdk(String text, Charset charset) {
        bytes.set((value, sink) -> sink.putString(value, charset), text);
        assertArrayEquals(text.getBytes(charset), Arrays.copyOf(bytes.bytes(), bytes.length()), text);
    }

    /** More of each kind than there is room for at first, so that room is made in between two of them. */
    @Test
    void areNeverMoreThanThereIsRoomFor() {
        byte[] expected = new byte[200];
        Arrays.fill(expected, (byte) 7);
        bytes.set(
                (count, sink) -> {
                    for (int i = 0; i < count; i++) {
                        sink.putByte((byte) 7);
                    }
                },
                200);
        assertArrayEquals(expected, Arrays.copyOf(bytes.bytes(), bytes.length()));
        ElementBytes fresh = new ElementBytes();
        fresh.set((array, sink) -> sink.putBytes(ByteBuffer.wrap(array)), expected);
        assertArrayEquals(expected, Arrays.copyOf(fresh.bytes(), fresh.length()));
    }

    /** A funnel may continue with the object that a call returns. */
    @Test
    void goOnBehindATextInAnyCharset() {
        for (String text : List.of("", "ascii", "\u00e9t\u00e9", "\ud83d\ude00")) {
            for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16BE)) {
                Funnel<String> behind =
                        (value, sink) -> sink.putString(value, charset).putInt(7);
                bytes.set(behind, text);
                assertEquals(
                        Hashing.murmur3_128().hashObject(text, behind),
                        Hashing.murmur3_128().hashBytes(bytes.bytes(), 0, bytes.length()));
            }
        }
    }

    @Test
    void haveRoomForWhatIsExpectedAndKeepWhatIsThere() {
        bytes.set((value, sink) -> sink.putInt(value), 7);
        bytes.expect(1000);
        assertTrue(bytes.bytes().length >= 1000);
        bytes.expect(10);
        assertTrue(bytes.bytes().length >= 1000, "room is not given back");
        assertArrayEquals(new byte[] {7, 0, 0, 0}, Arrays.copyOf(bytes.bytes(), bytes.length()));
    }

    @Test
    void areReplacedByTheNextElement() {
        bytes.set((text, sink) -> sink.putString(text, StandardCharsets.UTF_8), "a longer element");
        bytes.set((text, sink) -> sink.putString(text, StandardCharsets.UTF_8), "abc");
        assertArrayEquals(new byte[] {'a', 'b', 'c'}, Arrays.copyOf(bytes.bytes(), bytes.length()));
    }
}
