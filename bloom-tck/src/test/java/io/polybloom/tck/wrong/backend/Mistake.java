package io.polybloom.tck.wrong.backend;

import io.polybloom.tck.judge.Selection;
import io.polybloom.tck.rule.Rule;
import java.util.Set;

/**
 * A deliberate mistake.
 *
 * @param breaks the rules that fail: these and no others
 * @param connector connects with the mistake
 */
public record Mistake(Set<Rule> breaks, Connector connector) {

    /** Creates a mistake that breaks the rules with these numbers, separated by commas. */
    public Mistake(String breaks, Connector connector) {
        this(Selection.rules(breaks), connector);
    }
}
