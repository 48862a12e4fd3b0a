package io.polybloom.cli.command;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.cli.lines.FieldKey;
import io.polybloom.cli.lines.LineOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds lines to a filter and prints those that are new, or those that are not, in the order of the input. */
final class Deduplication {

    /** The most lines that are printed again after a crash. */
    static final int MOST_CLAIMED = 8192;

    private final BloomFilter<byte[]> filter;
    private final @Nullable Claims<byte[]> claims;
    private final @Nullable FieldKey key;
    private final boolean printDuplicates;
    private final LineOutput out;
    private long unique;
    private long duplicates;

    /**
     * Prepares a run.
     *
     * @param claims the claims of the writer whose deliveries are the numbers of the lines; null if lines that a crash
     *     has lost need not be printed
     * @param key the part of a line that counts; null for the whole line
     * @param printDuplicates whether to print the lines that are not new, instead of those that are
     */
    Deduplication(
            BloomFilter<byte[]> filter,
            @Nullable Claims<byte[]> claims,
            @Nullable FieldKey key,
            boolean printDuplicates,
            LineOutput out) {
        this.filter = filter;
        this.claims = claims;
        this.key = key;
        this.printDuplicates = printDuplicates;
        this.out = out;
    }

    void process(List<byte[]> lines) {
        int most = claims == null ? lines.size() : MOST_CLAIMED;
        for (int from = 0; from < lines.size(); from += most) {
            processAtOnce(lines.subList(from, Math.min(from + most, lines.size())));
        }
    }

    private void processAtOnce(List<byte[]> lines) {
        try {
            boolean[] isNew = add(key == null ? lines : key.of(lines));
            for (int i = 0; i < isNew.length; i++) {
                take(lines.get(i), isNew[i]);
            }
            out.flush();
        } catch (PartialBulkException partial) {
            printKnown(lines, partial.outcomes());
            throw PartialAdd.failure(partial);
        }
        if (claims != null) {
            // Not before the lines are out: until then a run that is started again must print them.
            claims.settle(unique + duplicates);
        }
    }

    private boolean[] add(List<byte[]> elements) {
        return claims == null ? filter.addAll(elements) : claims.addAll(unique + duplicates + 1, elements);
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
