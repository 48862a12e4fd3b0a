package io.polybloom.bench.run;

/** Tells how much processor time the server has used since it started, in microseconds. */
@FunctionalInterface
public interface ServerClock {

    long micros();

    /** Reads {@code used_cpu_sys} and {@code used_cpu_user}, the time of all threads of the process, from {@code INFO cpu}. */
    static long microsIn(String infoCpu) {
        double seconds = 0;
        int found = 0;
        for (String line : infoCpu.split("\r?\n")) {
            if (line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:")) {
                seconds += Double.parseDouble(line.substring(line.indexOf(':') + 1));
                found++;
            }
        }
        if (found != 2) {
            throw new IllegalArgumentException("INFO cpu does not tell the processor time: " + infoCpu);
        }
        return Math.round(seconds * 1e6);
    }
}
