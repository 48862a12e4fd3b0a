package io.polybloom.tck.resp;

/** An error reply of the server. The message is the server's text without the leading dash. */
public final class RespError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String text;

    public RespError(String text) {
        super(text);
        this.text = text;
    }

    /**
     * Returns the first word of the text, which is the kind of the error.
     *
     * @return for example {@code "WRONGTYPE"}, {@code "MOVED"} or {@code "ERR"}
     */
    public String code() {
        int space = text.indexOf(' ');
        return space < 0 ? text : text.substring(0, space);
    }
}
