package io.polybloom.bench.run;

import java.util.function.Supplier;

/** A meter that shows the values that it is given. */
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
