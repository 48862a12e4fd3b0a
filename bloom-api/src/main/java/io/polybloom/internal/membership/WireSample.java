package io.polybloom.internal.membership;

import io.polybloom.internal.redis.Access;
import io.polybloom.step.Environment;

/**
 * What a pass can tell about the wire: the time in which any of its batches was on the way, and the bytes. Only whole
 * partitions say something, since names keep the server busy for longer than the wire. Confined to one thread at a
 * time.
 */
final class WireSample {

    private static final ExchangeCost NOTHING = new ExchangeCost(0, 0, 0);

    private final Environment environment;
    private ExchangeCost cost = NOTHING;
    private boolean isOfWholes = true;
    private int flying;
    private long since;
    private long nanos;

    WireSample(Environment environment) {
        this.environment = environment;
    }

    /** Takes note of a chunk that is sent now. */
    void departs(Chunk chunk, Access access) {
        if (chunk.form() == Form.WHOLE) {
            cost = cost.and(chunk.costOfWhole(access));
        } else {
            isOfWholes = false;
        }
        if (flying++ == 0) {
            since = environment.nanoTime().getAsLong();
        }
    }

    /** Takes note of an answer that has arrived now. */
    void arrives() {
        if (--flying == 0) {
            nanos += environment.nanoTime().getAsLong() - since;
        }
    }

    /** Tells what was seen: the pass has ended, and every chunk was answered. */
    void tell() {
        if (isOfWholes) {
            environment.wire().saw(cost.bytes(), nanos, cost.server());
        }
    }
}
