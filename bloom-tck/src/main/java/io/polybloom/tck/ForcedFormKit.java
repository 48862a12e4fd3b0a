package io.polybloom.tck;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.chapter.capacity.LayerTests;
import io.polybloom.tck.chapter.capacity.RefusingTests;
import io.polybloom.tck.chapter.membership.BitLayoutTests;
import io.polybloom.tck.chapter.membership.MembershipTests;
import io.polybloom.tck.judge.Kit;
import org.junit.jupiter.api.Nested;

/**
 * The chapters that add in bulk, for a backend that is made to transfer partitions in one form. In other runs the form
 * follows from the sizes of calls and partitions, which are small in most tests.
 */
public abstract class ForcedFormKit extends Kit {

    /** Creates the tests for a backend whose {@link io.polybloom.tck.backend.Way} is forced. */
    protected ForcedFormKit(Backend backend) {
        super(backend);
    }

    @Nested
    class Membership extends MembershipTests {}

    @Nested
    class BitLayout extends BitLayoutTests {}

    @Nested
    class Refusing extends RefusingTests {}

    @Nested
    class Layers extends LayerTests {}
}
