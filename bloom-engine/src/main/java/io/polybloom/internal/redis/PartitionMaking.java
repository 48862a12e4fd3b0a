package io.polybloom.internal.redis;

import io.polybloom.internal.model.Layer;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.List;

/** Makes the partitions of a layer. */
public final class PartitionMaking {

    private PartitionMaking() {}

    /**
     * Makes all partitions alive, at their full length, for a limited time.
     *
     * @param millis how long they live
     */
    public static Step<Void> make(Layer layer, long millis) {
        return PartitionSweep.sweepMemory(layer.partitions(), partition -> {
                    List<Command> commands = new ArrayList<>(layer.storage().making(partition, millis));
                    // The first command on the key: Redis reserves twice the length of a string that grows.
                    commands.add(Commands.createPartition(partition.key(), partition.bits()));
                    commands.add(Commands.liveFor(partition.key(), millis));
                    return commands;
                })
                .asVoid();
    }
}
