package io.polybloom.cli.lines;

import java.util.List;

/**
 * The part of a line that is its element: selected fields, in the order of the selection, joined by the delimiter. As
 * with {@code cut}, fields that a line does not have are left out, and a line without any delimiter is its own key.
 * Thread-safe.
 */
public final class FieldKey {

    private final int[] selection;
    private final int highest;
    private final byte[] delimiter;

    /** Creates the selection of fields, counted from 1, of lines with a delimiter of at least one byte. */
    public FieldKey(List<Integer> fields, byte[] delimiter) {
        this.selection = fields.stream().mapToInt(Integer::intValue).toArray();
        this.delimiter = delimiter.clone();
        int maximum = 0;
        for (int field : selection) {
            if (field < 1) {
                throw new IllegalArgumentException("fields are counted from 1: there is no field " + field);
            }
            maximum = Math.max(maximum, field);
        }
        this.highest = maximum;
        if (maximum == 0 || delimiter.length == 0) {
            throw new IllegalArgumentException("a field and a delimiter are needed");
        }
    }

    /** The key of a line. */
    public byte[] of(byte[] line) {
        int[] starts = new int[Math.min(highest, line.length / delimiter.length + 1) + 1];
        int count = split(line, starts);
        boolean hasDelimiter = starts[1] <= line.length;
        return hasDelimiter ? join(line, starts, count) : line;
    }

    /**
     * Finds the fields up to the highest that is selected: field f begins at {@code starts[f - 1]}, and the next one
     * begins, or would begin, a delimiter after its end.
     */
    private int split(byte[] line, int[] starts) {
        int count = 0;
        while (count < starts.length - 1 && starts[count] <= line.length) {
            starts[count + 1] = fieldEnd(line, starts[count]) + delimiter.length;
            count++;
        }
        return count;
    }

    private int fieldEnd(byte[] line, int from) {
        int last = line.length - delimiter.length;
        for (int at = from; at <= last; at++) {
            if (line[at] == delimiter[0] && isDelimiter(line, at)) {
                return at;
            }
        }
        return line.length;
    }

    private boolean isDelimiter(byte[] line, int at) {
        for (int i = 1; i < delimiter.length; i++) {
            if (line[at + i] != delimiter[i]) {
                return false;
            }
        }
        return true;
    }

    private byte[] join(byte[] line, int[] starts, int count) {
        int length = 0;
        for (int field : selection) {
            if (field <= count) {
                length += starts[field] - starts[field - 1];
            }
        }
        // A delimiter follows every field; the last one's is not written.
        byte[] key = new byte[Math.max(0, length - delimiter.length)];
        int at = 0;
        for (int field : selection) {
            if (field <= count) {
                at = append(line, starts[field - 1], starts[field] - delimiter.length, key, at);
                at = at < key.length ? append(delimiter, 0, delimiter.length, key, at) : at;
            }
        }
        return key;
    }

    private static int append(byte[] from, int start, int end, byte[] to, int at) {
        System.arraycopy(from, start, to, at, end - start);
        return at + end - start;
    }
}
