package io.polybloom.cli.console;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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

    /** How long the end of a command may take whose thread was interrupted. */
    private static final long PATIENCE_MILLIS = 1_000;

    private static volatile boolean areStopping;

    private final Map<Signal, SignalHandler> before = new HashMap<>();
    private final Consumer<Signal> stop;
    private @Nullable Signal caught;
    private final CountDownLatch closed = new CountDownLatch(1);

    private StopSignals(Consumer<Signal> stop) {
        this.stop = stop;
    }

    /**
     * Begins to catch the signals.
     *
     * @param stop runs at the first signal, on a thread of its own
     */
    public static StopSignals catching(Runnable stop) {
        return new StopSignals(signal -> stop.run()).begin();
    }

    /**
     * Begins to catch the signals for a command that may stop anywhere: its thread is interrupted, so that it can tidy
     * up. If it does not end soon, for example because it reads from a terminal, the process ends all the same.
     *
     * @param complaint takes the message then
     */
    public static StopSignals interrupting(Thread command, Consumer<String> complaint) {
        StopSignals[] self = new StopSignals[1];
        self[0] = new StopSignals(signal -> {
            areStopping = true;
            command.interrupt();
            if (!self[0].isClosedSoon()) {
                complaint.accept(words(signal));
                die(signal);
            }
        });
        return self[0].begin();
    }

    /** Returns whether a signal has interrupted the command of this process, so that its failure needs no words. */
    public static boolean areStopping() {
        return areStopping;
    }

    private StopSignals begin() {
        for (String name : NAMES) {
            try {
                Signal signal = new Signal(name);
                before.put(signal, Signal.handle(signal, this::take));
            } catch (IllegalArgumentException keptByTheSystem) {
                // A JVM with -Xrs leaves all signals to the system, which then ends the process by itself.
                continue;
            }
        }
        return this;
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
     * Returns the exit code of the command, or that of the signal that has interrupted it.
     *
     * @param exitCode the exit code of the command
     * @param complaint takes a message if the command has failed, which it did because of the signal
     */
    public synchronized int exitCode(int exitCode, Consumer<String> complaint) {
        Signal signal = caught;
        if (signal == null) {
            return exitCode;
        }
        if (exitCode != 0) {
            complaint.accept(words(signal));
        }
        return ENDED_BY_SIGNAL + signal.getNumber();
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
        closed.countDown();
        before.forEach(Signal::handle);
    }

    private static String words(Signal signal) {
        return "stopped by SIG" + signal.getName() + " before it had finished";
    }

    private boolean isClosedSoon() {
        try {
            return closed.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void take(Signal signal) {
        if (isSecond(signal)) {
            die(signal);
        } else {
            stop.accept(signal);
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
        // This thread may be the one that was interrupted because of the signal.
        Thread.interrupted();
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
