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
            ":copy",
            ":writers",
            ":order",
            ":import",
            ":claims",
            ":add",
            ":bf",
            ":old",
            ":" + ID,
            ":" + ID + ".0");
    private static final List<String> TEMPORARY = List.of("add", "bf", "old", "mask", ID);

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
            String slot = slotName(keys.register());
            for (String key : List.of(
                    keys.copy(),
                    keys.order(),
                    keys.imports(),
                    keys.writers(ID + ".0"),
                    keys.copyOfWriters(ID + ".0"))) {
                assertEquals(slot, slotName(key), key);
            }
            for (String partOfAFilter : List.of(keys.partition(0, ID), keys.claims("w", ID))) {
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
        keys.put("register", names.register());
        keys.put("copy", names.copy());
        keys.put("order", names.order());
        keys.put("imports", names.imports());
        for (String epoch : List.of(ID + ".0", ID + ".1")) {
            keys.put("writers " + epoch, names.writers(epoch));
            keys.put("copy of writers " + epoch, names.copyOfWriters(epoch));
        }
        for (int number = 0; number < 2; number++) {
            for (String layer : List.of(ID, ID + ".0", ID + ".1")) {
                String partition = names.partition(number, layer);
                keys.put("partition " + number + " of " + layer, partition);
                TEMPORARY.forEach(suffix -> keys.put(partition + suffix, KeyNames.temporary(partition, suffix)));
            }
        }
        for (String writer : List.of("w", "0", ID, ID + ".0", "copy", "claims")) {
            keys.put("claims of " + writer, names.claims(writer, ID));
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
        assertEquals("clicks", keys.name());
        assertEquals("bloom:{clicks}", keys.register());
        assertEquals("bloom:{clicks}:copy", keys.copy());
        assertEquals("bloom:{clicks}:order", keys.order());
        assertEquals("bloom:{clicks}:import", keys.imports());
        assertEquals("bloom:{clicks}:writers:0123456789abcdef.2", keys.writers("0123456789abcdef.2"));
        assertEquals("bloom:{clicks}:writers:0123456789abcdef.2:copy", keys.copyOfWriters("0123456789abcdef.2"));
        assertEquals("bloom:{clicks:12}:0123456789abcdef", keys.partition(12, "0123456789abcdef"));
        assertEquals("bloom:{clicks:w/0}:claims:0123456789abcdef", keys.claims("w/0", "0123456789abcdef"));
    }

    @Test
    void keepsEverythingOfATaggedNameInTheUsersSlot() {
        KeyNames keys = new KeyNames("shop:{user7}:seen");
        assertEquals("bloom:shop:{user7}:seen:config", keys.register());
        assertEquals("bloom:shop:{user7}:seen:config:copy", keys.copy());
        assertEquals("bloom:shop:{user7}:seen:config:writers:0123456789abcdef.2", keys.writers("0123456789abcdef.2"));
        assertEquals("bloom:shop:{user7}:seen:3:0123456789abcdef.71", keys.partition(3, "0123456789abcdef.71"));
        assertEquals("bloom:shop:{user7}:seen:w:claims:0123456789abcdef", keys.claims("w", "0123456789abcdef"));
    }

    /** One command removes them, so none of them passes from one place to another unseen. */
    @Test
    void knowsEveryKeyThatAPartitionMayHave() {
        String key = "bloom:{clicks:3}:0123456789abcdef.7";
        assertEquals(
                List.of(key, key + ":bf", key + ":old", key + ":mask"),
                new KeyNames("clicks").allOf(3, "0123456789abcdef.7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"clicks", "shop:{user7}:seen"})
    void keepsAllKeysOfAnExchangeInTheSlotOfThePartition(String name) {
        String key = new KeyNames(name).partition(3, "0123456789abcdef");
        assertEquals(key + ":add", KeyNames.exchange(key));
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
