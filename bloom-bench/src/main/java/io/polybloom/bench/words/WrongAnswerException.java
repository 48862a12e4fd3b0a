package io.polybloom.bench.words;

/** A filter has given an answer that it must not give: its speed is worth nothing. */
public final class WrongAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WrongAnswerException(String message) {
        super(message);
    }
}
