package io.polybloom.internal;

import io.polybloom.ElementOutcome;
import java.util.Arrays;

/** What is known of each element of a bulk operation, in call order. */
final class ElementOutcomes {

    private final ElementOutcome[] outcomes;

    ElementOutcomes(int size) {
        outcomes = new ElementOutcome[size];
        Arrays.fill(outcomes, ElementOutcome.UNKNOWN);
    }

    boolean isUnknown(int index) {
        return outcomes[index] == ElementOutcome.UNKNOWN;
    }

    void set(int index, ElementOutcome outcome) {
        outcomes[index] = outcome;
    }

    ElementOutcome[] toArray() {
        return outcomes.clone();
    }

    /** One flag per element: whether it has this outcome. */
    boolean[] are(ElementOutcome outcome) {
        boolean[] flags = new boolean[outcomes.length];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = outcomes[i] == outcome;
        }
        return flags;
    }
}
