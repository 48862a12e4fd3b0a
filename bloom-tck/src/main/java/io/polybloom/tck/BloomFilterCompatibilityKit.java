package io.polybloom.tck;

import org.junit.jupiter.api.Nested;

/**
 * All tests of an adapter. Extend it in a test class and say how the client connects:
 *
 * <pre>{@code
 * class MyAdapterTest extends BloomFilterCompatibilityKit {
 *     MyAdapterTest() {
 *         super(new MyBackend());
 *     }
 * }
 * }</pre>
 *
 * <p>The kit starts its own servers on 127.0.0.1; see {@link io.polybloom.tck.server.RedisBinary} for the executable that it
 * uses.
 */
public abstract class BloomFilterCompatibilityKit {

    private final Backend backend;

    /** Creates the tests for a backend. */
    protected BloomFilterCompatibilityKit(Backend backend) {
        this.backend = backend;
    }

    @Nested
    class Membership extends MembershipTests {
        Membership() {
            super(backend);
        }
    }

    @Nested
    class WireFormat extends WireFormatTests {
        WireFormat() {
            super(backend);
        }
    }

    @Nested
    class Life extends LifecycleTests {
        Life() {
            super(backend);
        }
    }

    @Nested
    class BadDays extends BadDayTests {
        BadDays() {
            super(backend);
        }
    }

    @Nested
    class BadOpenings extends BadOpeningTests {
        BadOpenings() {
            super(backend);
        }
    }

    @Nested
    class HalfWay extends HalfWayTests {
        HalfWay() {
            super(backend);
        }
    }

    @Nested
    class Cluster extends ClusterTests {
        Cluster() {
            super(backend);
        }
    }
}
