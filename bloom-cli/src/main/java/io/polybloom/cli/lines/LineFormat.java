package io.polybloom.cli.lines;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns lines into elements, in the formats that have a name which filters store. */
public enum LineFormat {
    /** The bytes of the line, which are not checked: any other encoding passes, too. */
    UTF_8("text in UTF-8", line -> line),
    UTF_16LE(StandardCharsets.UTF_16LE),
    UTF_16BE(StandardCharsets.UTF_16BE),
    ISO_8859_1(StandardCharsets.ISO_8859_1),
    US_ASCII(StandardCharsets.US_ASCII),
    INT64_LE(Long.BYTES, ByteOrder.LITTLE_ENDIAN),
    INT64_BE(Long.BYTES, ByteOrder.BIG_ENDIAN),
    INT32_LE(Integer.BYTES, ByteOrder.LITTLE_ENDIAN),
    INT32_BE(Integer.BYTES, ByteOrder.BIG_ENDIAN);

    private final String content;
    private final Function<byte[], byte @Nullable []> conversion;

    LineFormat(String content, Function<byte[], byte @Nullable []> conversion) {
        this.content = content;
        this.conversion = conversion;
    }

    LineFormat(Charset charset) {
        this("text in " + charset.name(), line -> text(line, charset));
    }

    LineFormat(int bytes, ByteOrder order) {
        this("whole numbers of " + 8 * bytes + " bits", line -> number(line, bytes, order));
    }

    /** Returns the format that has a name; null if none has. */
    public static @Nullable LineFormat named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns what lines must be, for a message. */
    public String content() {
        return content;
    }

    /** Returns the bytes of the element that a line is; null if the line is none. */
    public byte @Nullable [] element(byte[] line) {
        return conversion.apply(line);
    }

    /** Returns the name that filters store. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static byte @Nullable [] text(byte[] line, Charset charset) {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line));
            ByteBuffer encoded = charset.newEncoder().encode(text);
            return Arrays.copyOf(encoded.array(), encoded.limit());
        } catch (CharacterCodingException notRepresentable) {
            return null;
        }
    }

    private static byte @Nullable [] number(byte[] line, int bytes, ByteOrder order) {
        ByteBuffer element = ByteBuffer.allocate(bytes).order(order);
        String digits = new String(line, StandardCharsets.ISO_8859_1);
        try {
            return (bytes == Long.BYTES
                            ? element.putLong(Long.parseLong(digits))
                            : element.putInt(Integer.parseInt(digits)))
                    .array();
        } catch (NumberFormatException none) {
            return null;
        }
    }
}
