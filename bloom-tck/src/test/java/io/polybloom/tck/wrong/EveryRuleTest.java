package io.polybloom.tck.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EveryRuleTest {

    @Test
    void everyMustIsBrokenByAWrongBackend() {
        Set<Rule> neverBroken = new HashSet<>(Rule.all());
        neverBroken.removeIf(rule -> rule.level() != Rule.Level.MUST);
        for (WrongBackend backend : WrongBackends.all()) {
            neverBroken.removeAll(backend.breaks());
        }
        assertEquals(Set.of(), neverBroken, "rules whose tests nothing has ever failed");
    }
}
