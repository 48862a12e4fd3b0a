package io.polybloom.internal.exchange;

import io.polybloom.internal.model.Partition;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.List;

/** An exchange with one partition about some elements: the commands, and the meaning of their replies. */
public interface Exchange {

    /** Returns the partition. */
    Partition partition();

    /** Returns the commands to send. */
    Batch batch();

    /** Reads the replies to the batch; throws the classified exception if they hold no answer. */
    PartitionAnswer answer(Batch batch, List<Reply> replies);

    /** Stores the answer of a live partition to the batch in the near cache, unless it shows an unknown rebuild. */
    void teach(KnownBits known, Batch batch, long askedAt, PartitionAnswer answer);

    /** Returns whether the replies prove that nothing was exchanged, though the bits may be set by name. */
    boolean isNotDone(List<Reply> replies);
}
