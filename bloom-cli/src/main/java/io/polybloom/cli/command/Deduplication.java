package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.lines.FieldKey;
import io.polybloom.cli.lines.LineOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds lines to a filter and prints those that are new, or those that are not, in the order of the input. */
final class Deduplication {

    private final BloomFilter<byte[]> filter;
    private final @Nullable FieldKey key;
    private final boolean printDuplicates;
    private final LineOutput out;
    private long unique;
    private long duplicates;

    /**
     * Prepares a run.
     *
     * @param key the part of a line that counts; null for the whole line
     * @param printDuplicates whether to print the lines that are not new, instead of those that are
     */
    Deduplication(BloomFilter<byte[]> filter, @Nullable FieldKey key, boolean printDuplicates, LineOutput out) {
        this.filter = filter;
        this.key = key;
        this.printDuplicates = printDuplicates;
        this.out = out;
    }

    void process(List<byte[]> lines) {
        try {
            boolean[] isNew = filter.addAll(key == null ? lines : key.of(lines));
            for (int i = 0; i < isNew.length; i++) {
                take(lines.get(i), isNew[i]);
            }
            out.flush();
        } catch (PartialBulkException partial) {
            printKnown(lines, partial.outcomes());
            throw PartialAdd.failure(partial);
        }
    }

    long unique() {
        return unique;
    }

    long duplicates() {
        return duplicates;
    }

    private void take(byte[] line, boolean isNew) {
        if (isNew) {
            unique++;
        } else {
            duplicates++;
        }
        if (isNew != printDuplicates) {
            out.line(line);
        }
    }

    /** A line that was added and is not printed now would never be: the next run would call it a duplicate. */
    private void printKnown(List<byte[]> lines, List<ElementOutcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) != ElementOutcome.UNKNOWN) {
                take(lines.get(i), outcomes.get(i) == ElementOutcome.NEW);
            }
        }
        out.flush();
    }
}
