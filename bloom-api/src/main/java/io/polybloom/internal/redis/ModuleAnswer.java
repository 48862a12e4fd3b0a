package io.polybloom.internal.redis;

import io.polybloom.BackendException;
import io.polybloom.ElementOutcome;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the server's own filter about some elements. A filter that is full and must not grow ends its answer
 * with an error in place of the element that it refused; it has ignored those after it.
 */
public final class ModuleAnswer implements PartitionAnswer {

    /** Null if there is no such filter, or it is not the one that was made. */
    private final @Nullable List<ElementOutcome> outcomes;

    private final boolean isEnded;
    private final boolean isSealed;
    private final int latestMark;

    private ModuleAnswer(@Nullable List<ElementOutcome> outcomes, boolean isEnded, boolean isSealed, int latestMark) {
        this.outcomes = outcomes;
        this.isEnded = isEnded;
        this.isSealed = isSealed;
        this.latestMark = latestMark;
    }

    /** Returns the answer of a partition that is not alive. */
    public static ModuleAnswer dead() {
        return new ModuleAnswer(null, false, false, 0);
    }

    /**
     * Returns the answer of a partition that was removed after it.
     *
     * @param outcomes the outcomes of all elements; unknown where the partition was removed before the answer
     */
    public static ModuleAnswer ended(List<ElementOutcome> outcomes) {
        return new ModuleAnswer(outcomes, true, false, 0);
    }

    /** Returns the answer of a partition that is alive. */
    public static ModuleAnswer of(List<ElementOutcome> outcomes, boolean isSealed, int latestMark) {
        return new ModuleAnswer(outcomes, false, isSealed, latestMark);
    }

    /**
     * Reads the reply to an add: 1 says that an element is new.
     *
     * @param size the number of elements
     */
    public static ElementOutcome[] added(Command command, Reply reply, int size) {
        if (ModuleCommands.saysFull(reply)) {
            return refusedAtOnce(command, (Reply.Failure) reply, size);
        }
        Answers.requireSuccess(command, reply);
        ElementOutcome[] outcomes = new ElementOutcome[size];
        Arrays.fill(outcomes, ElementOutcome.UNKNOWN);
        if (reply instanceof Reply.Ints integers && integers.values().length == size) {
            take(integers.values(), outcomes, ElementOutcome.NEW, ElementOutcome.PRESENT);
            return outcomes;
        }
        if (reply instanceof Reply.Many many
                && !many.elements().isEmpty()
                && many.elements().size() <= size
                && takeUntilRefusal(command, many.elements(), outcomes)) {
            return outcomes;
        }
        throw Answers.unexpected(reply, command.toString());
    }

    /**
     * Reads the reply to a look-up: 1 says that an element is present.
     *
     * @param size the number of elements
     */
    public static ElementOutcome[] found(Command command, Reply reply, int size) {
        ElementOutcome[] outcomes = new ElementOutcome[size];
        take(Answers.integers(command, reply, size), outcomes, ElementOutcome.PRESENT, ElementOutcome.NEW);
        return outcomes;
    }

    private static void take(long[] flags, ElementOutcome[] outcomes, ElementOutcome yes, ElementOutcome no) {
        for (int i = 0; i < flags.length; i++) {
            outcomes[i] = flags[i] == 0 ? no : yes;
        }
    }

    private static boolean takeUntilRefusal(Command command, List<Reply> elements, ElementOutcome[] outcomes) {
        int last = elements.size() - 1;
        for (int i = 0; i < last; i++) {
            if (!(elements.get(i) instanceof Reply.Int flag)) {
                return false;
            }
            outcomes[i] = flag.value() == 0 ? ElementOutcome.PRESENT : ElementOutcome.NEW;
        }
        if (elements.get(last) instanceof Reply.Failure other && !ModuleCommands.saysFull(other)) {
            // The elements before the error have been added.
            throw Answers.failure(command, new Reply.Failure(other.serverError(), other.cause(), true));
        }
        outcomes[last] = ElementOutcome.REFUSED;
        return ModuleCommands.saysFull(elements.get(last));
    }

    /**
     * The documented answer has a place for each element before the refused one. Without these, any of several elements
     * may have been added.
     */
    private static ElementOutcome[] refusedAtOnce(Command command, Reply.Failure failure, int size) {
        if (size > 1) {
            throw new BackendException(
                    BackendException.Reason.SERVER_ERROR,
                    true,
                    "the server refused " + command + " and did not say which of the " + size
                            + " elements it had added: " + failure.serverError(),
                    failure.cause());
        }
        return new ElementOutcome[] {ElementOutcome.REFUSED};
    }

    @Override
    public boolean isAlive() {
        return outcomes != null && !isEnded;
    }

    @Override
    public boolean isEnded() {
        return isEnded;
    }

    @Override
    public boolean isSealed() {
        return isSealed;
    }

    @Override
    public int latestMark() {
        return latestMark;
    }

    @Override
    public ElementOutcome outcome(int place) {
        return outcomes == null ? ElementOutcome.UNKNOWN : outcomes.get(place);
    }
}
