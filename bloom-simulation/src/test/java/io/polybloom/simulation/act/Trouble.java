package io.polybloom.simulation.act;

import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;

/** The kinds of faults that the worlds have, one at a time. */
public enum Trouble {
    NONE(Faults.NONE),
    DEATH(Faults.oneOf(EventKind.DIE)),
    LOST_REPLY(Faults.oneOf(EventKind.CUT)),
    LATE_COMMAND(Faults.oneOf(EventKind.HOLD)),
    EVICTION(Faults.oneOf(EventKind.EVICT)),
    EXPIRY(Faults.NONE.ticking(5_000L)),
    LOSS_OF_ALL(Faults.oneOf(EventKind.FORGET));

    private final Faults faults;

    Trouble(Faults faults) {
        this.faults = faults;
    }

    Faults faults() {
        return faults;
    }
}
