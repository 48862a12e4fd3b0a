package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.layout.FilterNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyNamesTest {

    @Test
    void givesEveryPartitionOfAnUntaggedNameItsOwnHashTag() {
        KeyNames keys = new KeyNames("clicks");
        assertEquals("bloom:{clicks}", keys.config());
        assertEquals("bloom:{clicks:12}:0123456789abcdef.0", keys.partition(12, "0123456789abcdef", 0));
    }

    @Test
    void keepsEverythingOfATaggedNameInTheUsersSlot() {
        KeyNames keys = new KeyNames("shop:{user7}:seen");
        assertEquals("bloom:shop:{user7}:seen:config", keys.config());
        assertEquals("bloom:shop:{user7}:seen:3:0123456789abcdef.1", keys.partition(3, "0123456789abcdef", 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "}", "a{", "a}b", "{}", "a{}b", "}{", "{a}{b}", "{{a}}", "{a{b}", "{a}b}", "\ud800"})
    void refusesStrayBracesAndTextThatIsNoUnicode(String name) {
        assertThrows(IllegalArgumentException.class, () -> new KeyNames(name));
    }

    @Test
    void countsTheLengthOfANameInBytes() {
        assertEquals(512, FilterNames.require("é".repeat(256)).length() * 2);
        assertThrows(IllegalArgumentException.class, () -> FilterNames.require("é".repeat(256) + "x"));
        assertThrows(NullPointerException.class, () -> FilterNames.require(null));
    }
}
