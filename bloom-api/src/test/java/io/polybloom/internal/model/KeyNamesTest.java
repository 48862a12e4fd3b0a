package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.layout.FilterNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @Test
    void keepsTraceAndRemovedConfigInTheSlotOfTheConfig() {
        KeyNames plain = new KeyNames("clicks");
        assertEquals("clicks", plain.name());
        assertEquals("bloom:{clicks}:trace", plain.trace());
        assertEquals("bloom:{clicks}:gone", plain.gone());
        assertEquals("bloom:{clicks}:trace:0123456789abcdef:new", plain.unbornTrace("0123456789abcdef"));
        KeyNames tagged = new KeyNames("{user7}:seen");
        assertEquals("bloom:{user7}:seen:config", tagged.config());
        assertEquals("bloom:{user7}:seen:config:trace", tagged.trace());
        assertEquals("bloom:{user7}:seen:config:gone", tagged.gone());
        assertEquals("bloom:{user7}:seen:config:trace:0123456789abcdef:new", tagged.unbornTrace("0123456789abcdef"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"clicks", "shop:{user7}:seen"})
    void keepsAllKeysOfAnExchangeInTheSlotOfThePartition(String name) {
        String key = new KeyNames(name).partition(3, "0123456789abcdef", 1);
        assertEquals(key + ":add", KeyNames.exchange(key));
        assertEquals(key + ":expires", KeyNames.expiry(key));
        assertEquals(key.indexOf('{'), key.lastIndexOf('{'), "one hash tag, in front of what follows the key");
    }

    @ParameterizedTest
    @CsvSource({
        "plain, {plain}:new",
        "{tag}rest, {tag}rest:new",
        "a{t}, a{t}:new",
        "a{}b, {a{}b}:new",
        "a{b, {a{b}:new",
        "}a{, {}a{}:new"
    })
    void putsATemporaryKeyIntoTheSlotOfTheKey(String key, String expected) {
        assertEquals(expected, KeyNames.temporary(key, "new"));
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
