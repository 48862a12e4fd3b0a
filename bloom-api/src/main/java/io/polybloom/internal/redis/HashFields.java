package io.polybloom.internal.redis;

import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the reply to HGETALL. */
public final class HashFields {

    private HashFields() {}

    /** Returns the fields with their values; none if the hash does not exist. */
    public static Map<String, String> read(Reply reply, String what) {
        if (!(reply instanceof Reply.Many many)) {
            throw Answers.unexpected(reply, what);
        }
        List<Reply> elements = many.elements();
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i + 1 < elements.size(); i += 2) {
            fields.put(text(elements.get(i), what), text(elements.get(i + 1), what));
        }
        return fields;
    }

    private static String text(Reply reply, String what) {
        if (reply instanceof Reply.Bytes bytes) {
            return new String(bytes.value(), StandardCharsets.UTF_8);
        }
        throw Answers.unexpected(reply, what);
    }
}
