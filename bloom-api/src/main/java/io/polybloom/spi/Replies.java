package io.polybloom.spi;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the answers of clients to replies. */
final class Replies {

    private static final Reply NIL = new Reply.Nil();

    private Replies() {}

    static Reply of(@Nullable Object answer) {
        if (answer == null) {
            return NIL;
        }
        if (answer instanceof Reply reply) {
            return reply;
        }
        if (answer instanceof Number number) {
            return new Reply.Int(number.longValue());
        }
        if (answer instanceof Boolean flag) {
            return new Reply.Int(flag ? 1 : 0);
        }
        if (answer instanceof byte[] bytes) {
            return new Reply.Bytes(bytes);
        }
        if (answer instanceof String text) {
            return new Reply.Bytes(text.getBytes(StandardCharsets.UTF_8));
        }
        if (answer instanceof List<?> list) {
            return ofList(list);
        }
        throw new IllegalArgumentException(
                "no reply can be made of " + answer.getClass().getName());
    }

    private static Reply ofList(List<?> list) {
        if (list.isEmpty() || !isInteger(list.get(0))) {
            return ofMixedList(list);
        }
        long[] values = new long[list.size()];
        int index = 0;
        for (Object element : list) {
            if (!isInteger(element)) {
                return ofMixedList(list);
            }
            values[index++] =
                    element instanceof Number number ? number.longValue() : Boolean.TRUE.equals(element) ? 1 : 0;
        }
        return new Reply.Ints(values);
    }

    /** Accepts booleans as well: a server that speaks RESP3 answers true and false where others answer 1 and 0. */
    private static boolean isInteger(@Nullable Object element) {
        return element instanceof Number || element instanceof Boolean;
    }

    private static Reply ofMixedList(List<?> list) {
        List<Reply> elements = new ArrayList<>(list.size());
        for (Object element : list) {
            elements.add(of(element));
        }
        return new Reply.Many(elements);
    }
}
