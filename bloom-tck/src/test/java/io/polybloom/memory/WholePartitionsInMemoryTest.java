package io.polybloom.memory;

import io.polybloom.step.WholePartitions;
import io.polybloom.tck.ForcedFormKit;
import io.polybloom.tck.backend.Way;

/** Every bulk operation takes its partitions as a whole if that is possible at all. */
class WholePartitionsInMemoryTest extends ForcedFormKit {

    WholePartitionsInMemoryTest() {
        super(new MemoryBackend(new Way(WholePartitions.WHERE_POSSIBLE)));
    }
}
