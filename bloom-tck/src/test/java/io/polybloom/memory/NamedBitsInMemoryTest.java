package io.polybloom.memory;

import io.polybloom.step.WholePartitions;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.chapter.capacity.LayerTests;
import io.polybloom.tck.chapter.capacity.RefusingTests;
import io.polybloom.tck.chapter.membership.BitLayoutTests;
import io.polybloom.tck.chapter.membership.MembershipTests;
import org.junit.jupiter.api.Nested;

/** The chapters of the kit that add in bulk, where every bulk operation names its bits. */
class NamedBitsInMemoryTest {

    private static final MemoryBackend BACKEND = new MemoryBackend(new Way(WholePartitions.NOWHERE));

    @Nested
    class Membership extends MembershipTests {
        Membership() {
            super(BACKEND);
        }
    }

    @Nested
    class BitLayout extends BitLayoutTests {
        BitLayout() {
            super(BACKEND);
        }
    }

    @Nested
    class Refusing extends RefusingTests {
        Refusing() {
            super(BACKEND);
        }
    }

    @Nested
    class Layers extends LayerTests {
        Layers() {
            super(BACKEND);
        }
    }
}
