package io.polybloom.tck.wrong.command;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.List;

/** The mistakes of this package. */
public final class CommandMistakes {

    private CommandMistakes() {}

    public static List<WrongBackend> all() {
        return TransportMistakes.of(
                AddsPastTheSeal.class,
                AsksOneLayerAtATime.class,
                CountsAtEveryLookUp.class,
                CutsLongArguments.class,
                EndsKeysAtNul.class,
                ForgetsTheExpiryOfAMerge.class,
                ForgetsTheLastOffset.class,
                ForgetsToExpireTheConfig.class,
                KeepsOldKeys.class,
                KeepsOldLayers.class,
                KeepsTemporaryKeys.class,
                KeepsTheConfig.class,
                LooksUpByAdding.class,
                LowersKeys.class,
                MergesWithoutTheOldBits.class,
                OverwritesTheConfig.class,
                PrefixesKeys.class,
                RemovesBlanksFromKeys.class,
                SendsAgain.class,
                SignsTheConfig.class,
                TakesTheNextServer.class,
                TrimsKeys.class,
                UsesTheNeighbouringPartition.class);
    }
}
