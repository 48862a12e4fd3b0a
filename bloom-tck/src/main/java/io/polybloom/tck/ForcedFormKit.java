package io.polybloom.tck;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.chapter.capacity.LayerTests;
import io.polybloom.tck.chapter.capacity.RefusingTests;
import io.polybloom.tck.chapter.membership.BitLayoutTests;
import io.polybloom.tck.chapter.membership.MembershipTests;
import org.junit.jupiter.api.Nested;

/**
 * The chapters that add in bulk, for a backend that is made to transfer partitions in one form. In other runs the form
 * follows from the sizes of calls and partitions, which are small in most tests.
 */
public abstract class ForcedFormKit {

    /** The backend with the form. */
    protected final Backend backend;

    /** Creates the tests for a backend whose {@link io.polybloom.tck.backend.Way} is forced. */
    protected ForcedFormKit(Backend backend) {
        this.backend = backend;
    }

    @Nested
    class Membership extends MembershipTests {
        Membership() {
            super(backend);
        }
    }

    @Nested
    class BitLayout extends BitLayoutTests {
        BitLayout() {
            super(backend);
        }
    }

    @Nested
    class Refusing extends RefusingTests {
        Refusing() {
            super(backend);
        }
    }

    @Nested
    class Layers extends LayerTests {
        Layers() {
            super(backend);
        }
    }
}
