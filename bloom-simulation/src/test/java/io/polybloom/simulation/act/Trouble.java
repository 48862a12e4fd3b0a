package io.polybloom.simulation.act;

import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;

/** The kinds of faults that the worlds have, one at a time. */
public enum Trouble {
    NONE(Faults.NONE),
    DEATH(Faults.oneOf(EventKind.DIE)),
    LOST_REPLY(Faults.oneOf(EventKind.CUT)),
    LATE_COMMAND(Faults.oneOf(EventKind.HOLD)),
    /** A slot is moving: groups are refused, and only those. */
    REFUSAL(Faults.oneOf(EventKind.REFUSE)),
    EVICTION(Faults.oneOf(EventKind.EVICT)),
    EXPIRY(Faults.NONE.ticking(5_000L)),
    LOSS_OF_ALL(Faults.oneOf(EventKind.FORGET)),
    /** The period of the touch passes, and one key, or all, is lost before or after that. */
    TOUCH(Faults.oneOf(EventKind.EVICT, EventKind.FORGET).ticking(60_000L));

    private final Faults faults;

    Trouble(Faults faults) {
        this.faults = faults;
    }

    Faults faults() {
        return faults;
    }
}
