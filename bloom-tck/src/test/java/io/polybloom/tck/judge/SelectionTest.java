package io.polybloom.tck.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.rule.Rule;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {

    @Test
    void oneRuleIsChosenByItsNumber() {
        assertEquals(Set.of(Rule.CUT_REPLY_IS_NO_ANSWER), Selection.rules("7.08"));
    }

    @Test
    void aChapterIsAllOfItsRules() {
        assertEquals(EnumSet.range(Rule.NO_FALSE_NEGATIVE, Rule.OWN_ANSWER_AT_ONCE), Selection.rules("1"));
    }

    @Test
    void rulesAndChaptersAreAddedUp() {
        Set<Rule> expected = EnumSet.range(Rule.KNOWN_IS_SILENT, Rule.KNOWN_IS_CONFIRMED_BY_A_READ);
        expected.add(Rule.WRITES_ARE_SENT_ONCE);
        assertEquals(expected, Selection.rules("10, 7.07"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7.", "7.99", "0", "99.01", "1,,2", "membership"})
    void whatIsNoRuleIsRefused(String only) {
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, () -> Selection.rules(only));
        assertTrue(thrown.getMessage().contains("bloom.tck.only"), thrown.getMessage());
    }
}
