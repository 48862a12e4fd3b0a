package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.support.FilterNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No two filters share a key, and no key of a filter has two uses. The names are made of what keys are made of, with
 * and without a hash tag, and all ids are the same: nothing but the form of the keys keeps them apart.
 */
class DistinctKeysTest {

    private static final String ID = "0123456789abcdef";
    private static final List<String> PIECES = List.of(
            ":0",
            ":w",
            ":config",
            ":trace",
            ":gone",
            ":order",
            ":claims",
            ":new",
            ":add",
            ":bf",
            ":expires",
            ":" + ID,
            ":" + ID + ".0");
    private static final List<String> TEMPORARY = List.of("new", "add", "bf", "expires", ID);

    @Test
    void noTwoNamesShareAKey() {
        Map<String, String> uses = new HashMap<>();
        for (String name : names()) {
            keys(name).forEach((use, key) -> {
                String other = uses.put(key, use + " of " + name);
                assertEquals(null, other, () -> key + " is also the " + use + " of " + name);
            });
        }
        assertTrue(uses.size() > 25_000, () -> "only " + uses.size() + " keys");
    }

    @Test
    void keysOfTheFilterAsAWholeAreInOneSlot() {
        for (String name : names()) {
            KeyNames keys = new KeyNames(name);
            String slot = slotName(keys.config());
            for (String key : List.of(keys.trace(), keys.gone(), keys.order(), keys.ended(ID), keys.unbornTrace(ID))) {
                assertEquals(slot, slotName(key), key);
            }
            for (String partOfAFilter : List.of(keys.partition(0, ID, 0), keys.claims("w", ID + ".0"))) {
                TEMPORARY.forEach(suffix -> assertEquals(
                        slotName(partOfAFilter), slotName(KeyNames.temporary(partOfAFilter, suffix)), partOfAFilter));
                assertEquals(name.contains("{"), slot.equals(slotName(partOfAFilter)), partOfAFilter);
            }
        }
    }

    /** One piece before the tag, up to two in it, and up to two behind it; or the same without a tag. */
    private static List<String> names() {
        List<String> ends = new ArrayList<>(List.of(""));
        ends.addAll(PIECES);
        for (String first : PIECES) {
            PIECES.forEach(second -> ends.add(first + second));
        }
        List<String> names = new ArrayList<>();
        for (String end : ends) {
            names.add("a" + end);
            names.add("{a" + end + "}");
            names.add("{a}" + end);
            names.add("b{a}" + end);
        }
        for (String piece : PIECES) {
            PIECES.forEach(behind -> names.add("{a" + piece + "}" + behind));
        }
        return names.stream().distinct().toList();
    }

    private static Map<String, String> keys(String name) {
        KeyNames names = new KeyNames(name);
        Map<String, String> keys = new HashMap<>();
        keys.put("config", names.config());
        keys.put("key for the time", KeyNames.temporary(names.config(), ID));
        keys.put("trace", names.trace());
        keys.put("trace that is made", names.unbornTrace(ID));
        keys.put("removed config", names.gone());
        keys.put("ended config", names.ended(ID));
        keys.put("order", names.order());
        for (int number = 0; number < 2; number++) {
            String partition = names.partition(number, ID, number);
            keys.put("partition " + number, partition);
            TEMPORARY.forEach(suffix -> keys.put(partition + suffix, KeyNames.temporary(partition, suffix)));
            keys.put("filter of " + partition, KeyNames.unborn(KeyNames.module(partition)));
        }
        for (String writer : List.of("w", "0", ID, ID + ".0", "trace", "claims")) {
            String claims = names.claims(writer, ID + ".0");
            keys.put("claims of " + writer, claims);
            keys.put("claims of " + writer + " that are made", KeyNames.unborn(claims));
        }
        return keys;
    }

    /** The part of a key that a cluster hashes. */
    private static String slotName(String key) {
        return key.substring(key.indexOf('{') + 1, key.indexOf('}'));
    }

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
