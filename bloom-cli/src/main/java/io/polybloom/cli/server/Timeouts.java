package io.polybloom.cli.server;

/** How long every client waits, in milliseconds, so that a command line never hangs. */
final class Timeouts {

    static final int CONNECT = 3_000;
    static final int ANSWER = 10_000;

    private Timeouts() {}
}
