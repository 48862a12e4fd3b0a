package io.polybloom.bench.run;

import java.util.function.Supplier;

/** A meter that shows what it is told to. */
public record ScriptedMeter(Supplier<ServerUse> reading) implements ServerMeter {

    @Override
    public ServerUse before() {
        return reading.get();
    }

    @Override
    public ServerUse after() {
        return reading.get();
    }
}
