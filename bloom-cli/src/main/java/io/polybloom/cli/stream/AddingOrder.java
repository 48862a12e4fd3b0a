package io.polybloom.cli.stream;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The order in which lines are added and printed, which decides which lines a killed run loses or repeats. */
public interface AddingOrder {

    /** The most lines that are printed again after a crash, in the orders that lose none. */
    int MOST_REPEATED = 8192;

    /**
     * Says of each line whether it is new, before any of them is printed.
     *
     * @param first the number of the first line, from 1
     * @param keys the key of each line
     */
    boolean[] areNew(long first, List<byte[]> keys);

    /** Records that the lines which the last call was about are printed. */
    void printed();

    /** Returns the most lines for one call. */
    int mostLines();

    /** Asks the server for everything that the next call will need, and changes nothing. */
    void probe(List<byte[]> keys);

    /** Returns the message about lines that are not printed because the output has failed. */
    String unprinted();

    /** Returns the message about lines that are not printed because {@link #areNew} has failed unexpectedly. */
    default String unanswered() {
        return unprinted();
    }

    /** Adds, then prints. A killed run loses the lines that it has added but not printed. */
    record AddThenPrint(BloomFilter<byte[]> filter) implements AddingOrder {

        /** The lines that {@code ReadAhead} holds ready: the more lines a call has, the less each of them costs. */
        private static final int MOST_LINES = 5 << 17;

        @Override
        public boolean[] areNew(long first, List<byte[]> keys) {
            return filter.addAll(keys);
        }

        @Override
        public void printed() {}

        @Override
        public int mostLines() {
            return MOST_LINES;
        }

        @Override
        public void probe(List<byte[]> keys) {
            filter.mightContainAll(keys);
        }

        @Override
        public String unprinted() {
            return "were added to the filter but may not have been printed";
        }

        @Override
        public String unanswered() {
            return "may have been added to the filter, and were not printed";
        }
    }

    /** Looks up, prints, then adds. A killed run loses nothing and repeats the lines that it has not yet added. */
    final class PrintThenAdd implements AddingOrder {

        private final BloomFilter<byte[]> filter;
        private List<byte[]> asked = List.of();

        /** Creates the order over a filter. */
        public PrintThenAdd(BloomFilter<byte[]> filter) {
            this.filter = filter;
        }

        @Override
        public boolean[] areNew(long first, List<byte[]> keys) {
            asked = keys;
            boolean[] present = filter.mightContainAll(keys);
            boolean[] isNew = new boolean[present.length];
            Set<ByteBuffer> before = new HashSet<>();
            for (int i = 0; i < isNew.length; i++) {
                isNew[i] = !present[i] && before.add(ByteBuffer.wrap(keys.get(i)));
            }
            return isNew;
        }

        @Override
        public void printed() {
            filter.addAll(asked);
        }

        @Override
        public int mostLines() {
            return MOST_REPEATED;
        }

        @Override
        public void probe(List<byte[]> keys) {
            filter.mightContainAll(keys);
        }

        @Override
        public String unprinted() {
            return "may not have been printed; they were not added to the filter, so another run prints them";
        }
    }

    /**
     * Claims and adds, prints, then settles. A killed run loses nothing if it is started again with the same writer,
     * and repeats the lines that it has not yet settled.
     */
    final class ClaimThenPrint implements AddingOrder {

        private final BloomFilter<byte[]> filter;
        private final Claims<byte[]> claims;
        private long last;

        /**
         * Creates the order over a filter and the claims of a writer, whose deliveries are the numbers of the lines.
         */
        public ClaimThenPrint(BloomFilter<byte[]> filter, Claims<byte[]> claims) {
            this.filter = filter;
            this.claims = claims;
        }

        @Override
        public boolean[] areNew(long first, List<byte[]> keys) {
            last = first + keys.size() - 1;
            return claims.addAll(first, keys);
        }

        @Override
        public void printed() {
            // Not before the lines are out: until then a run that is started again must print them.
            claims.settle(last);
        }

        @Override
        public int mostLines() {
            return MOST_REPEATED;
        }

        @Override
        public void probe(List<byte[]> keys) {
            filter.mightContainAll(keys);
            claims.unsettled();
        }

        @Override
        public String unprinted() {
            return "may not have been printed; another run with the same --writer and input prints them";
        }
    }
}
