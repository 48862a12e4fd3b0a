package io.polybloom.internal.model;

import com.google.common.hash.Funnel;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names the format in which a funnel writes elements, by its output for a few texts, numbers or arrays: {@code utf-8},
 * {@code int64-le} and so on, or a hash of those bytes where they have no name. Two funnels that make the same bytes
 * have the same name, in every JVM.
 */
public final class ElementFormat {

    /** The name of a format that is not known; it is compared with nothing. */
    public static final String UNKNOWN = "";

    private static final List<String> TEXTS =
            List.of("", "event-1", " A b\tC ", "gr\u00fc\u00df \u00e9", "\u65e5\u672c\u8a9e", "\ud83d\ude00");
    private static final List<Long> LONGS = List.of(0L, 1L, -2L, 0x0102030405060708L);
    private static final List<Integer> INTEGERS = List.of(0, 1, -2, 0x01020304);
    private static final List<byte[]> ARRAYS = List.of(new byte[] {}, new byte[] {0}, new byte[] {1, -2, 'A', ' '});

    private static final List<Kind<?>> KINDS = List.of(
            new Kind<>(
                    "text",
                    TEXTS,
                    Map.of(
                            "utf-8", in(StandardCharsets.UTF_8),
                            "utf-16le", in(StandardCharsets.UTF_16LE),
                            "utf-16be", in(StandardCharsets.UTF_16BE),
                            "iso-8859-1", in(StandardCharsets.ISO_8859_1),
                            "us-ascii", in(StandardCharsets.US_ASCII))),
            new Kind<>(
                    "int64",
                    LONGS,
                    Map.of(
                            "int64-le",
                                    value -> number(Long.BYTES, ByteOrder.LITTLE_ENDIAN)
                                            .putLong(value),
                            "int64-be",
                                    value -> number(Long.BYTES, ByteOrder.BIG_ENDIAN)
                                            .putLong(value))),
            new Kind<>(
                    "int32",
                    INTEGERS,
                    Map.of(
                            "int32-le",
                                    value -> number(Integer.BYTES, ByteOrder.LITTLE_ENDIAN)
                                            .putInt(value),
                            "int32-be",
                                    value -> number(Integer.BYTES, ByteOrder.BIG_ENDIAN)
                                            .putInt(value))),
            // A caller that hands over bytes has made them from something else; how is unknown.
            new Kind<>("bytes", ARRAYS, Map.of(UNKNOWN, ByteBuffer::wrap)));

    private ElementFormat() {}

    /**
     * Returns the name of the format that a funnel writes; {@link #UNKNOWN} if it takes no texts, numbers or arrays of
     * bytes.
     */
    public static String of(Funnel<?> funnel) {
        for (Kind<?> kind : KINDS) {
            String signature = kind.signature(funnel);
            if (!signature.isEmpty()) {
                return kind.name(signature);
            }
        }
        return UNKNOWN;
    }

    private static Function<String, ByteBuffer> in(Charset charset) {
        return text -> ByteBuffer.wrap(text.getBytes(charset));
    }

    private static ByteBuffer number(int bytes, ByteOrder order) {
        return ByteBuffer.allocate(bytes).order(order);
    }

    /** The probes of one type, and the formats of that type that have a name. */
    private record Kind<V>(String type, List<V> probes, Map<String, Function<V, ByteBuffer>> named) {

        /**
         * Returns the bytes of all probes in hexadecimal digits; empty if the funnel is not for this type, or writes
         * nothing.
         */
        String signature(Funnel<?> funnel) {
            @SuppressWarnings("unchecked") // a funnel for another type throws
            Funnel<Object> probed = (Funnel<Object>) funnel;
            ElementBytes bytes = new ElementBytes();
            StringBuilder signature = new StringBuilder();
            boolean isAnyWritten = false;
            try {
                for (V probe : probes) {
                    bytes.set(probed, probe);
                    isAnyWritten |= bytes.length() > 0;
                    signature
                            .append(HexFormat.of().formatHex(bytes.bytes(), 0, bytes.length()))
                            .append(',');
                }
            } catch (RuntimeException | AssertionError notForThisValue) {
                // The probe is not one of the caller's elements, so a funnel may throw any exception, most often a
                // ClassCastException. That shows only that it cannot be probed with this type.
                return "";
            }
            return isAnyWritten ? signature.toString() : "";
        }

        String name(String signature) {
            for (Map.Entry<String, Function<V, ByteBuffer>> format : named.entrySet()) {
                if (signature.equals(signature(format.getValue()))) {
                    return format.getKey();
                }
            }
            String digest = Hashing.murmur3_128()
                    .hashString(signature, StandardCharsets.US_ASCII)
                    .toString();
            return type + "-" + digest.substring(0, 16);
        }

        private String signature(Function<V, ByteBuffer> format) {
            return probes.stream()
                    .map(probe -> HexFormat.of().formatHex(format.apply(probe).array()) + ",")
                    .collect(Collectors.joining());
        }
    }
}
