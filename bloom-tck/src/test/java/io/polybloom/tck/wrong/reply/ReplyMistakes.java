package io.polybloom.tck.wrong.reply;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.List;

/** The mistakes of this package. */
public final class ReplyMistakes {

    private ReplyMistakes() {}

    public static List<WrongBackend> all() {
        return TransportMistakes.of(
                BelievesInMerges.class,
                CountsTooFewBits.class,
                CountsWholeKeys.class,
                CutsLongReplies.class,
                CutsMarksOff.class,
                DeniesInterruptedWrites.class,
                DoubtsRefusals.class,
                DoubtsTheFullDisk.class,
                DropsReplies.class,
                IgnoresTheSentinel.class,
                KeepsUnreadReplies.class,
                LeavesInterruptedReplies.class,
                LooksForTheServer.class,
                LosesSigns.class,
                LosesTheReason.class,
                MixesUpThreads.class,
                NarrowsIntegers.class,
                OverlooksTheSeal.class,
                ReadsEveryOtherBit.class,
                ReadsFromAnOldCache.class,
                RemembersParameters.class,
                SwallowsInterrupts.class,
                SwapsTwoReplies.class,
                TakesErrorsForNothing.class,
                TakesRefusalsForSilence.class);
    }
}
