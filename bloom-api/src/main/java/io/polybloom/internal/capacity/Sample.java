package io.polybloom.internal.capacity;

import io.polybloom.LayerStats;
import io.polybloom.internal.model.Partition;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A measurement of one layer that is in progress. */
interface Sample {

    /** Returns the commands of the sample, one batch per sampled partition. */
    Stream<Batch> batches();

    /**
     * Takes the replies to one of the batches, and no notice of others; the value is the partition if it is not alive.
     */
    Optional<Partition> take(Batch batch, List<Reply> replies);

    /** Returns the measurement. */
    LayerStats stats(Layout layout);
}
