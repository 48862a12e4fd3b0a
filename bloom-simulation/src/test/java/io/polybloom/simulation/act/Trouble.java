package io.polybloom.simulation.act;

import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import java.util.EnumSet;
import java.util.Set;

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
    /** The memory of a server is full, perhaps only for some time: then it refuses writes that need memory. */
    FULL_SERVER(Faults.NONE.ailing(Ailment.FULL)),
    /** A client dies, and filters expire before or after that. */
    DEATH_AND_EXPIRY(Faults.oneOf(EventKind.DIE).ticking(5_000L)),
    /** A command arrives late, and filters expire before or after that. */
    LATE_COMMAND_AND_EXPIRY(Faults.oneOf(EventKind.HOLD).ticking(5_000L)),
    /** The clock of a client is set, and filters expire before or after that. */
    CLOCK_OF_A_CLIENT(Faults.NONE.shiftingAClient(130L, -130L, 5_000L, -5_000L).ticking(110L)),
    /** The clocks of the servers are set, and a client dies. */
    DEATH_AND_CLOCK(Faults.oneOf(EventKind.DIE).shifting(130L, -130L, 5_000L)),
    /** The clocks of the servers are set, and a command arrives late. */
    LATE_COMMAND_AND_CLOCK(Faults.oneOf(EventKind.HOLD).shifting(130L, -130L, 5_000L)),
    /** The period of the touch passes, and one key, or all, is lost before or after that. */
    TOUCH(Faults.oneOf(EventKind.EVICT, EventKind.FORGET).ticking(60_000L)),
    /** One event of any of these kinds: with one deviation, these are the schedules of all the other worlds. */
    ANY(Faults.oneOf(EventKind.DIE, EventKind.CUT, EventKind.HOLD, EventKind.REFUSE, EventKind.EVICT, EventKind.FORGET)
            .ticking(110L, 5_000L, 60_000L)
            .shifting(130L, -130L, 5_000L)
            .shiftingAClient(130L, -130L, 5_000L, -5_000L)
            .ailing(Ailment.FULL)
            .atMost(1));

    private final Faults faults;

    Trouble(Faults faults) {
        this.faults = faults;
    }

    /** The kinds to be explored by schedules with that number of deviations. */
    static Set<Trouble> with(int deviations) {
        return deviations == 1 ? EnumSet.of(ANY) : EnumSet.complementOf(EnumSet.of(ANY));
    }

    /** The kinds that every family of worlds has; the others are of {@link Combination}s. */
    static Set<Trouble> usual() {
        return EnumSet.of(NONE, DEATH, LOST_REPLY, LATE_COMMAND, EVICTION, EXPIRY, LOSS_OF_ALL, FULL_SERVER, TOUCH);
    }

    /** The usual ones, and the one that concerns groups of commands. */
    static Set<Trouble> ofGroups() {
        Set<Trouble> troubles = usual();
        troubles.add(REFUSAL);
        return troubles;
    }

    Faults faults() {
        return faults;
    }
}
