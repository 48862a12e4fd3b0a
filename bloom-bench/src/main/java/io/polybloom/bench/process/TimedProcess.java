package io.polybloom.bench.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process that has ended.
 *
 * @param nanos the time from its start to its end
 * @param peakKibibytes the largest resident memory of it and its descendants, each at its own peak, as {@code VmHWM} of
 *     {@code /proc} tells; 0 where the system does not tell
 */
record TimedProcess(long nanos, long peakKibibytes) {

    /** What is added to the name of the output for the file that gets stderr. */
    static final String ERRORS = ".err";

    private static final int PERIOD_MILLIS = 100;
    private static final String PEAK = "VmHWM:";

    /**
     * Runs a command to its end.
     *
     * @param environment beside that of this process
     * @param output gets its stdout
     * @throws IllegalStateException if it fails; the message has the end of its stderr
     */
    static TimedProcess run(List<String> command, Map<String, String> environment, Path output) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        File errors = new File(output + ERRORS);
        builder.redirectOutput(output.toFile()).redirectError(errors);
        Map<Long, Long> peaks = new HashMap<>();
        try {
            long start = System.nanoTime();
            Process process = builder.start();
            try {
                boolean ended = false;
                while (!ended) {
                    readPeaks(process.toHandle(), peaks);
                    ended = process.waitFor(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
                }
                long nanos = System.nanoTime() - start;
                if (process.exitValue() != 0) {
                    throw new IllegalStateException(command + " has failed: " + Files.readString(errors.toPath()));
                }
                return new TimedProcess(
                        nanos,
                        peaks.values().stream().mapToLong(Long::longValue).sum());
            } finally {
                process.destroy();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    private static void readPeaks(ProcessHandle process, Map<Long, Long> peaks) {
        readPeak(process.pid(), peaks);
        process.descendants().forEach(child -> readPeak(child.pid(), peaks));
    }

    private static void readPeak(long id, Map<Long, Long> peaks) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + id + "/status"))) {
                if (line.startsWith(PEAK)) {
                    long kibibytes = Long.parseLong(line.replaceAll("\\D", ""));
                    peaks.merge(id, kibibytes, Math::max);
                }
            }
        } catch (IOException over) {
            // The process has ended, or there is no /proc: the bytes read before are all.
            peaks.putIfAbsent(id, 0L);
        }
    }
}
