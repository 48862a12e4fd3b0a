package io.polybloom.internal.membership;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.seam.Seams;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one add must {@linkplain Relay relay} before it is answered, and why. Confined to the add. */
final class RelayNotes {

    private static final List<Relay> ROOMS = Seams.of(Relay.class);

    private final OpenFilter filter;

    /** The elements of the add, with their answers. */
    private final CallElements elements;

    /** The first generation since the most recent clear whose adds are relayed; null if the add knows of none. */
    private @Nullable Generation seen;

    /** Whether partitions have shown that adds are relayed, and the operation did not know that. */
    private boolean isNews;

    /** The latest mark that a partition has shown. */
    private int mark;

    /** The elements that are not relayed, since a clear has removed them. */
    private final BitSet cleared = new BitSet();

    RelayNotes(OpenFilter filter, CallElements elements) {
        this.filter = filter;
        this.elements = elements;
    }

    /**
     * Records that a generation in which elements have their answers relays them.
     *
     * @param isNews whether a partition has shown that, and the description of the generation does not mention it
     * @param latest the latest mark of a partition; 0 if there is none
     */
    void note(Generation generation, boolean isNews, int latest) {
        if (seen == null) {
            seen = generation;
        }
        this.isNews |= isNews;
        mark = Math.max(mark, latest);
    }

    /**
     * Records that a clear has removed all elements that have answers. It has also ended what they would be relayed to;
     * the elements that are added from now on are relayed if that begins again.
     */
    void forgetAnswered() {
        cleared.or(answered());
        seen = null;
        isNews = false;
        mark = 0;
    }

    /** Returns the elements that have answers and were not removed by a clear since. */
    BitSet lasting() {
        BitSet lasting = answered();
        lasting.andNot(cleared);
        return lasting;
    }

    private BitSet answered() {
        BitSet answered = elements.having(ElementOutcome.NEW, 0, elements.size());
        answered.or(elements.having(ElementOutcome.PRESENT, 0, elements.size()));
        return answered;
    }

    /**
     * Relays the answered elements, if they must be. If that fails, their outcomes are unknown, and any of them may
     * have been written.
     */
    Step<Void> run() {
        if (seen == null) {
            return Step.done();
        }
        Relay.Cause cause = new Relay.Cause(seen, isNews, mark);
        seen = null;
        BitSet which = lasting();
        return which.isEmpty()
                ? Step.done()
                : Steps.each(ROOMS.iterator(), room -> room.relay(filter, cause, elements, which))
                        .translateFailure(failure -> {
                            elements.setAll(which, ElementOutcome.UNKNOWN);
                            return failure;
                        });
    }
}
