package io.polybloom.tck.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.rule.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {

    @Test
    void oneRuleIsChosenByItsNumber() {
        assertEquals(List.of("7.08"), chosen("7.08"));
    }

    @Test
    void aChapterIsAllOfItsRules() {
        assertEquals(List.of("10.01", "10.02", "10.03", "10.04"), chosen("10"));
    }

    @Test
    void rulesAndChaptersAreAddedUp() {
        assertEquals(List.of("7.07", "10.01", "10.02", "10.03", "10.04"), chosen("10, 7.07"));
    }

    private static List<String> chosen(String only) {
        return Selection.rules(only).stream().map(Rule::id).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7.", "7.99", "0", "99.01", "1,,2", "membership"})
    void whatIsNoRuleIsRefused(String only) {
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, () -> Selection.rules(only));
        assertTrue(thrown.getMessage().contains("bloom.tck.only"), thrown.getMessage());
    }
}
