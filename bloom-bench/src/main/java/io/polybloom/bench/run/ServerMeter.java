package io.polybloom.bench.run;

/** Tells what servers have used since they started; what it takes to ask is not counted among the bytes. */
public interface ServerMeter {

    /** Reads the meter before a piece of work. */
    ServerUse before();

    /** Reads the meter after a piece of work. The order of its questions keeps their cost out of the work's. */
    ServerUse after();
}
