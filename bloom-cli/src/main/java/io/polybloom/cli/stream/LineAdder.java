package io.polybloom.cli.stream;

import com.google.common.primitives.Booleans;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.lines.BrokenPipe;
import io.polybloom.cli.lines.FieldKey;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.output.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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
    private final @Nullable FieldKey key;
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
     * @param key the part of a line that counts; null for the whole line
     */
    public LineAdder(
            AddingOrder order,
            CapacityGuard guard,
            LongSupplier nanoClock,
            UnknownLines unknown,
            @Nullable FieldKey key,
            Printed printed,
            LineOutput out) {
        this.order = order;
        this.guard = guard;
        this.pause = new Pause(order, nanoClock);
        this.unknown = unknown;
        this.key = key;
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
     * Adds lines and prints those that the order selects.
     *
     * @throws CommandFailure if not all of them could be added or printed; the message reports their outcome
     */
    public void process(List<byte[]> lines) {
        List<byte[]> keys = key == null ? lines : key.of(lines);
        pause.ends(keys);
        long first = added + present + 1;
        boolean[] isNew;
        try {
            isNew = order.areNew(first, keys);
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
        int fresh = take(isNew);
        print(first, lines, isNew);
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

    private int take(boolean[] isNew) {
        int fresh = Booleans.countTrue(isNew);
        added += fresh;
        present += isNew.length - fresh;
        return fresh;
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
    private void printKnown(long first, List<byte[]> lines, List<ElementOutcome> outcomes) {
        List<byte[]> known = new ArrayList<>();
        List<Boolean> answers = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            ElementOutcome outcome = outcomes.get(i);
            if (outcome == ElementOutcome.NEW || outcome == ElementOutcome.PRESENT) {
                known.add(lines.get(i));
                answers.add(outcome == ElementOutcome.NEW);
            }
        }
        boolean[] isNew = Booleans.toArray(answers);
        take(isNew);
        print(first, known, isNew);
    }

    private void print(long first, List<byte[]> lines, boolean[] isNew) {
        if (printed == Printed.NONE) {
            return;
        }
        int at = 0;
        try {
            while (at < isNew.length) {
                boolean isWanted = isNew[at] == (printed == Printed.NEW);
                at++;
                if (isWanted) {
                    out.line(lines.get(at - 1));
                }
            }
            out.flush();
        } catch (RuntimeException | Error failed) {
            long unprinted = out.linesWaiting() + wanted(isNew, at);
            if (unprinted == 0) {
                throw failed;
            }
            throw unprinted(first, isNew.length, unprinted, failed);
        }
    }

    private long wanted(boolean[] isNew, int from) {
        long wanted = 0;
        for (int i = from; i < isNew.length; i++) {
            wanted += isNew[i] == (printed == Printed.NEW) ? 1 : 0;
        }
        return wanted;
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
