package io.polybloom.tck.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashSlotTest {

    @Test
    void crcIsTheOneOfTheClusterSpecification() {
        byte[] digits = "123456789".getBytes(UTF_8);
        assertEquals(0x31C3, HashSlot.crc16(digits, 0, digits.length));
    }

    @ParameterizedTest
    @CsvSource({"foo, 12182", "bar, 5061", "'', 0", "123456789, 12739"})
    void knownSlots(String key, int slot) {
        assertEquals(slot, slot(key));
    }

    @ParameterizedTest
    @CsvSource({
        "{user1000}.following, user1000",
        "foo{bar}{zap}, bar",
        "foo{{bar}}zap, {bar",
        "bloom:{clicks:7}:0123456789abcdef.0, clicks:7"
    })
    void onlyTheHashTagCounts(String key, String tag) {
        assertEquals(tagless(tag), slot(key));
    }

    @ParameterizedTest
    @CsvSource({"foo{}{bar}", "foo{bar", "foo}bar{", "{}"})
    void withoutAWellFormedTagTheWholeKeyCounts(String key) {
        assertEquals(tagless(key), slot(key));
    }

    private static int slot(String key) {
        return HashSlot.of(key.getBytes(UTF_8));
    }

    private static int tagless(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return HashSlot.crc16(bytes, 0, bytes.length) % HashSlot.COUNT;
    }
}
