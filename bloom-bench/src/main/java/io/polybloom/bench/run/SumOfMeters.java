package io.polybloom.bench.run;

import java.util.List;
import java.util.function.Function;

/** The resources that several servers have used together. */
public record SumOfMeters(List<ServerMeter> meters) implements ServerMeter {

    @Override
    public ServerUse before() {
        return sum(ServerMeter::before);
    }

    @Override
    public ServerUse after() {
        return sum(ServerMeter::after);
    }

    private ServerUse sum(Function<ServerMeter, ServerUse> reading) {
        ServerUse sum = ServerUse.NONE;
        for (ServerMeter meter : meters) {
            sum = sum.plus(reading.apply(meter));
        }
        return sum;
    }
}
