package io.polybloom.bench.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Tells how much processor time a process has used since it started, in microseconds. */
@FunctionalInterface
public interface ProcessorClock {

    long micros();

    /**
     * This process with all its threads, the compiler and the garbage collector among them. It may tick in steps of 10
     * ms: too coarse for single calls.
     */
    static ProcessorClock ofThisProcess() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return () -> system.getProcessCpuTime() / 1000;
    }

    /**
     * Reads {@code used_cpu_sys} and {@code used_cpu_user}, the time of all threads of the process, from {@code INFO
     * cpu}.
     */
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
