package io.polybloom.cli.stream;

import io.polybloom.PackedBytes;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.console.Console;
import io.polybloom.cli.lines.FieldKey;
import io.polybloom.cli.lines.LineFormat;
import io.polybloom.cli.output.Figures;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes the elements of the lines of one input, whose numbers it counts. Warns once of a line that ends with a CR,
 * which would be a part of its element. Confined to one thread.
 */
public final class LineElements {

    private static final int MOST_CHARACTERS_SHOWN = 40;

    private final Console console;
    private final LineFormat format;
    private final @Nullable FieldKey key;
    private final boolean dropsReturns;
    private boolean isReturnReported;
    private long lines;

    /**
     * Prepares for the first line.
     *
     * @param key the part of a line that counts; null for the whole line
     * @param dropsReturns whether a CR at the end of a line is a part of its end
     */
    public LineElements(Console console, LineFormat format, @Nullable FieldKey key, boolean dropsReturns) {
        this.console = console;
        this.format = format;
        this.key = key;
        this.dropsReturns = dropsReturns;
        this.isReturnReported = dropsReturns;
    }

    /** Returns the elements of the next lines, up to the first line that is none. */
    public PackedBytes of(PackedBytes next) {
        PackedBytes elements = isIdentity() ? next : converted(next);
        for (int i = 0; i < elements.size() && !isReturnReported; i++) {
            if (elements.end(i) > elements.start(i)) {
                check(elements.array()[elements.end(i) - 1], lines + i + 1);
            }
        }
        lines += elements.size();
        return elements;
    }

    /**
     * Returns the element of the next line.
     *
     * @throws CommandFailure if the line is none
     */
    public byte[] of(byte[] line) {
        byte[] element = element(line);
        if (element == null) {
            throw refusal(line);
        }
        lines++;
        if (!isReturnReported && element.length > 0) {
            check(element[element.length - 1], lines);
        }
        return element;
    }

    /** Returns the failure at the next line, which is no element. */
    public CommandFailure refusal(byte[] line) {
        String text = new String(line, StandardCharsets.UTF_8);
        String shown = text.length() > MOST_CHARACTERS_SHOWN ? text.substring(0, MOST_CHARACTERS_SHOWN) + "..." : text;
        String remedy = text.endsWith("\r") && !dropsReturns ? "; it ends with a CR: try --crlf" : "";
        return new CommandFailure(
                "line " + Figures.count(lines + 1) + " is '" + shown.strip()
                        + "', which cannot be an element of the format " + format + ": lines must be "
                        + format.content() + remedy,
                null);
    }

    private boolean isIdentity() {
        return format == LineFormat.UTF_8 && key == null && !dropsReturns;
    }

    private PackedBytes converted(PackedBytes next) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int[] ends = new int[next.size()];
        int count = 0;
        byte[] element = element(next.get(0));
        while (element != null) {
            bytes.writeBytes(element);
            ends[count] = bytes.size();
            bytes.write('\n');
            count++;
            element = count == next.size() ? null : element(next.get(count));
        }
        return PackedBytes.of(bytes.toByteArray(), 0, Arrays.copyOf(ends, count));
    }

    private byte @Nullable [] element(byte[] line) {
        boolean isDropped = dropsReturns && line.length > 0 && line[line.length - 1] == '\r';
        byte[] text = isDropped ? Arrays.copyOf(line, line.length - 1) : line;
        return format.element(key == null ? text : key.of(text));
    }

    /** Numbers have bytes of any value. */
    private void check(byte last, long number) {
        if (last == '\r' && format == LineFormat.UTF_8) {
            isReturnReported = true;
            console.complain("warning: line " + Figures.count(number) + " ends with a CR, which is a part of its"
                    + " element: if the lines end with CR LF, as in files from Windows, use --crlf");
        }
    }
}
