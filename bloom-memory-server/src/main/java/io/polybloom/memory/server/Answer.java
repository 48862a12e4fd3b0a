package io.polybloom.memory.server;

import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;

/** The shapes of replies. */
final class Answer {

    static final Reply NIL = new Reply.Nil();
    static final Reply OK = text("OK");
    static final Reply ZERO = new Reply.Int(0);
    static final Reply ONE = new Reply.Int(1);

    private Answer() {}

    static Reply integer(long value) {
        return value == 0 ? ZERO : value == 1 ? ONE : new Reply.Int(value);
    }

    static Reply flag(boolean value) {
        return value ? ONE : ZERO;
    }

    static Reply text(String text) {
        return new Reply.Bytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
