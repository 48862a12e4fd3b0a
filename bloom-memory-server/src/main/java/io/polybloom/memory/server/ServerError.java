package io.polybloom.memory.server;

/** The server refuses a command; the message is its error line. */
final class ServerError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final String WRONG_TYPE = "WRONGTYPE Operation against a key holding the wrong kind of value";
    static final String SYNTAX = "ERR syntax error";
    static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
    static final String BIT_OFFSET = "ERR bit offset is not an integer or out of range";

    ServerError(String line) {
        super(line, null, false, false);
    }
}
