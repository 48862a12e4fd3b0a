package io.polybloom.bench.run;

/** Measures the resources that servers have used since they started; the bytes of its own requests are not counted. */
public interface ServerMeter {

    /** Reads the meter before a piece of work. */
    ServerUse before();

    /** Reads the meter after a piece of work. The order of its questions keeps their cost out of the work's. */
    ServerUse after();
}
