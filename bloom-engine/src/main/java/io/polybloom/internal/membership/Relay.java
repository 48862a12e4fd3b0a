package io.polybloom.internal.membership;

import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Step;
import java.util.BitSet;

/**
 * Brings the elements of an add to the generation that is to take the place of the present one, before the add is
 * answered. For what only follows an add, see {@link AfterAdd}.
 */
public interface Relay {

    /**
     * Why an add is relayed.
     *
     * @param seen the first generation since the most recent clear whose adds are relayed, as the add knew it
     * @param isNews whether a partition has shown what the description of that generation does not mention
     * @param mark the latest mark that a partition has shown; 0 if none has
     */
    record Cause(Generation seen, boolean isNews, int mark) {}

    /**
     * Returns the steps that bring some elements of an add. Whether they are there already does not matter.
     *
     * @param elements all elements of the add, with their answers
     * @param which the places of those to bring, at least one
     */
    Step<Void> relay(OpenFilter filter, Cause cause, CallElements elements, BitSet which);
}
