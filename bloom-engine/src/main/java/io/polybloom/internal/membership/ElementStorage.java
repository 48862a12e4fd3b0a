package io.polybloom.internal.membership;

import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;

/** A {@link io.polybloom.internal.model.Storage} that takes elements, and not their bits. */
public interface ElementStorage {

    /** Returns the exchange about one element with its partition. */
    Exchange exchange(Access access, Partition partition, ElementBytes element);

    /**
     * Returns an empty chunk of elements of one partition.
     *
     * @param expected about how many it will take; taking more costs copying
     */
    Chunk chunk(Partition partition, int expected);
}
