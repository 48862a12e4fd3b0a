package io.polybloom.cli.stream;

import com.google.common.primitives.Booleans;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.PackedBytes;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.lines.BrokenPipe;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.output.Figures;
import java.util.List;
import java.util.function.LongSupplier;

/** Adds lines to a filter and prints some of them, in the order of the input. Confined to one thread. */
public final class LineAdder {

    /** Which lines are printed. */
    public enum Printed {
        /** Those that were not in the filter. */
        NEW,
        /** Those that were. */
        DUPLICATES,
        /** None. */
        NONE
    }

    private final AddingOrder order;
    private final CapacityGuard guard;
    private final Pause pause;
    private final UnknownLines unknown;
    private final Printed printed;
    private final LineOutput out;
    private long added;
    private long present;

    /**
     * Prepares a run.
     *
     * @param order when lines are added and when they are printed
     * @param nanoClock tells how long the input has paused
     * @param unknown takes the lines that may or may not be in the filter after a failure
     */
    public LineAdder(
            AddingOrder order,
            CapacityGuard guard,
            LongSupplier nanoClock,
            UnknownLines unknown,
            Printed printed,
            LineOutput out) {
        this.order = order;
        this.guard = guard;
        this.pause = new Pause(order, nanoClock);
        this.unknown = unknown;
        this.printed = printed;
        this.out = out;
    }

    /**
     * Begins to watch the capacity of the filter.
     *
     * @throws CommandFailure if the filter has passed it before, and that is an error
     */
    public void begin() {
        guard.check();
    }

    /**
     * Looks at the capacity of the filter for the last time.
     *
     * @throws CommandFailure if the filter has passed it, and that is an error
     */
    public void end() {
        guard.end();
    }

    /** Returns the most lines that may be added next. */
    public int mostLines() {
        return Math.min(order.mostLines(), guard.mostLines());
    }

    /**
     * Adds the elements of lines, and prints the lines that the order selects.
     *
     * @throws CommandFailure if not all of them could be added or printed; the message reports their outcome
     */
    public void process(PackedBytes lines, PackedBytes elements) {
        pause.ends(elements);
        long first = added + present + 1;
        boolean[] isNew;
        try {
            isNew = order.areNew(first, elements);
        } catch (PartialBulkException partial) {
            CommandFailure failure = failure(first, lines, partial);
            printKnown(first, lines, partial.outcomes());
            throw failure;
        } catch (BloomFilterException refused) {
            throw refused;
        } catch (RuntimeException | Error failed) {
            throw unanswered(first, lines, failed);
        }
        // Before the lines are printed: while a slow reader holds them up, the connection is idle, too.
        pause.begins();
        int fresh = Booleans.countTrue(isNew);
        added += fresh;
        present += isNew.length - fresh;
        print(first, lines, isNew, printed == Printed.NEW);
        try {
            order.printed();
        } catch (PartialBulkException partial) {
            throw failure(first, lines, partial);
        }
        guard.added(fresh);
    }

    /** Returns the counts of the run so far. */
    public Summary summary(long nanoseconds) {
        return new Summary(added, present, Math.round(guard.dropped()), nanoseconds);
    }

    private CommandFailure failure(long first, List<byte[]> lines, PartialBulkException partial) {
        String message = PartialAdd.message(first, partial);
        try {
            unknown.write(first, lines, partial);
        } catch (CommandFailure unwritten) {
            partial.addSuppressed(unwritten);
            message += "; " + unwritten.getMessage();
        }
        return new CommandFailure(message, partial);
    }

    /** Whatever has failed, the memory included: nobody else can say which lines are missing from the output. */
    private CommandFailure unanswered(long first, List<byte[]> lines, Throwable failed) {
        String message = CommandFailure.reasonOf(failed) + "; " + range(first, lines.size()) + " "
                + Figures.count(lines.size()) + " " + order.unanswered();
        try {
            unknown.write(first, lines);
        } catch (CommandFailure unwritten) {
            failed.addSuppressed(unwritten);
            message += "; " + unwritten.getMessage();
        }
        return new CommandFailure(message, failed);
    }

    /** A line that was added and is not printed now would never be: the next run would call it a duplicate. */
    private void printKnown(long first, PackedBytes lines, List<ElementOutcome> outcomes) {
        boolean[] isWanted = new boolean[outcomes.size()];
        for (int i = 0; i < isWanted.length; i++) {
            boolean isNew = outcomes.get(i) == ElementOutcome.NEW;
            boolean isPresent = outcomes.get(i) == ElementOutcome.PRESENT;
            added += isNew ? 1 : 0;
            present += isPresent ? 1 : 0;
            isWanted[i] = printed == Printed.NEW ? isNew : isPresent;
        }
        print(first, lines, isWanted, true);
    }

    /** Prints the lines of which the answer is the wanted one. */
    private void print(long first, PackedBytes lines, boolean[] answers, boolean wanted) {
        if (printed == Printed.NONE) {
            return;
        }
        int at = 0;
        try {
            while (at < answers.length) {
                int from = at;
                boolean isWanted = answers[from] == wanted;
                while (at < answers.length && answers[at] == answers[from]) {
                    at++;
                }
                if (isWanted) {
                    out.lines(lines, from, at);
                }
            }
            out.flush();
        } catch (RuntimeException | Error failed) {
            long unprinted = out.linesWaiting() + count(answers, wanted, at);
            if (unprinted == 0) {
                throw failed;
            }
            throw unprinted(first, answers.length, unprinted, failed);
        }
    }

    private static long count(boolean[] answers, boolean wanted, int from) {
        long count = 0;
        for (int i = from; i < answers.length; i++) {
            count += answers[i] == wanted ? 1 : 0;
        }
        return count;
    }

    private CommandFailure unprinted(long first, int lines, long unprinted, Throwable cause) {
        boolean isBroken = cause instanceof BrokenPipe;
        String reason = isBroken ? "the output was closed by its reader" : CommandFailure.reasonOf(cause);
        String what = printed == Printed.NEW ? order.unprinted() : "are duplicates and may not have been printed";
        return new CommandFailure(
                reason + "; " + range(first, lines) + " " + Figures.count(unprinted) + " " + what,
                cause,
                isBroken ? BrokenPipe.EXIT_CODE : CommandFailure.FAILURE);
    }

    private static String range(long first, int lines) {
        return "of lines " + Figures.count(first) + " to " + Figures.count(first + lines - 1) + ", up to";
    }
}
