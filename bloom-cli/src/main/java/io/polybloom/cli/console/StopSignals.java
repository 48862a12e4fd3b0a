package io.polybloom.cli.console;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Catches the signals that ask a process to end (SIGHUP, SIGINT, SIGTERM) while work is in progress, so that the work
 * can end where nothing is lost. The second signal ends the process at once. A signal that is ignored, as after
 * {@code nohup}, stays ignored. Thread-safe.
 */
public final class StopSignals implements AutoCloseable {

    /** The number that a shell adds to that of the signal that has ended a program. */
    private static final int ENDED_BY_SIGNAL = 128;

    private static final List<String> NAMES = List.of("HUP", "INT", "TERM");

    private final Map<Signal, SignalHandler> before = new HashMap<>();
    private final Runnable stop;
    private @Nullable Signal caught;

    private StopSignals(Runnable stop) {
        this.stop = stop;
    }

    /**
     * Begins to catch the signals.
     *
     * @param stop runs at the first signal, on a thread of its own
     */
    public static StopSignals catching(Runnable stop) {
        StopSignals signals = new StopSignals(stop);
        for (String name : NAMES) {
            try {
                Signal signal = new Signal(name);
                signals.before.put(signal, Signal.handle(signal, signals::take));
            } catch (IllegalArgumentException keptByTheSystem) {
                // A JVM with -Xrs leaves all signals to the system, which then ends the process by itself.
                continue;
            }
        }
        return signals;
    }

    /**
     * Returns the failure that ends the command because of a signal that was caught; null if there was none.
     *
     * @param where the place at which the work has stopped
     */
    public synchronized @Nullable CommandFailure failure(String where) {
        return caught == null
                ? null
                : new CommandFailure(
                        "stopped by SIG" + caught.getName() + " " + where, null, ENDED_BY_SIGNAL + caught.getNumber());
    }

    /**
     * Ends this process by the signal of an exit code, if it is that of one, so that a shell stops a loop, too.
     *
     * @param exitCode the exit code of the command
     */
    public static void dieOf(int exitCode) {
        for (String name : NAMES) {
            try {
                Signal signal = new Signal(name);
                if (exitCode == ENDED_BY_SIGNAL + signal.getNumber()) {
                    die(signal);
                }
            } catch (IllegalArgumentException unknownToTheSystem) {
                continue;
            }
        }
    }

    /** Restores the handlers that were there before. */
    @Override
    public void close() {
        before.forEach(Signal::handle);
    }

    private void take(Signal signal) {
        if (isSecond(signal)) {
            die(signal);
        } else {
            stop.run();
        }
    }

    private synchronized boolean isSecond(Signal signal) {
        boolean isSecond = caught != null;
        caught = isSecond ? caught : signal;
        return isSecond;
    }

    /** The JVM raises no signal that it does not handle, so a shell sends it. */
    private static void die(Signal signal) {
        Signal.handle(signal, SignalHandler.SIG_DFL);
        String process = Long.toString(ProcessHandle.current().pid());
        try {
            new ProcessBuilder("sh", "-c", "kill -s " + signal.getName() + " " + process)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            Runtime.getRuntime().halt(ENDED_BY_SIGNAL + signal.getNumber());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
