package io.polybloom.glide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.tck.server.HashSlot;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit computes slots by itself. */
class HashSlotTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"", "123456789", "bloom:{clicks:0}:1", "{}a", "a{b", "a}b{c}", "{{a}}", "é", "{é}x", "{a}{b}"})
    void aKeyHasTheSlotOfTheClusterSpecification(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        assertEquals(HashSlot.of(bytes), io.polybloom.support.HashSlot.of(bytes));
    }
}
