package io.polybloom.internal.exchange;

import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.List;

/** An exchange with one partition about some elements: the commands, and the meaning of their replies. */
public interface Exchange {

    /** Returns what is done to the elements. */
    Access access();

    /** Returns the partition. */
    Partition partition();

    /** Returns the commands to send. */
    Batch batch();

    /** Reads the replies to the batch; throws the classified exception if they hold no answer. */
    PartitionAnswer answer(Batch batch, List<Reply> replies);

    /** Returns the offsets of the bits, k for each element; none if only the server knows them. */
    Offsets offsets();

    /** Returns whether the replies prove that nothing was exchanged, though the bits may be set by name. */
    boolean isNotDone(List<Reply> replies);
}
