package io.polybloom.memory;

import io.polybloom.step.WholePartitions;
import io.polybloom.tck.ForcedFormKit;
import io.polybloom.tck.backend.Way;

/** Every bulk operation names its bits. */
class NamedBitsInMemoryTest extends ForcedFormKit {

    NamedBitsInMemoryTest() {
        super(new MemoryBackend(new Way(WholePartitions.NOWHERE)));
    }
}
