package io.polybloom.simulation.window;

import static io.polybloom.simulation.Explorations.explore;

import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.act.Act;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A filter with a window is given an expiry, by one client or by two, while another one moves it to the next slice. */
class WindowExpiriesTest {

    /** A fault and a change of turns. */
    private static final int DEVIATIONS = 2;

    /** The most schedules of each world with each number of deviations. */
    private static final int SCHEDULES = Schedules.ARE_MANY ? 4_000 : 2;

    @ParameterizedTest
    @EnumSource(names = {"DIE", "HOLD", "CUT", "EVICT"})
    void noSliceOutlivesTheRegister(EventKind fault) {
        List<World> worlds = new ArrayList<>();
        for (Act other : List.of(Act.ADD, Act.EXPIRE, Act.CLEAR)) {
            for (long age : new long[] {0, WindowWorlds.SLICE, 10 * WindowWorlds.SLICE}) {
                worlds.add(WindowWorlds.of(List.of(Act.ADD, Act.EXPIRE, other), false, age, Faults.oneOf(fault)));
            }
        }
        explore("expiries of windows, " + fault, worlds, (exploration, world) -> {
            for (int deviations = 0; deviations <= DEVIATIONS; deviations++) {
                exploration.exhaust(world, deviations, SCHEDULES);
            }
            return exploration;
        });
    }
}
