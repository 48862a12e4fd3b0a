package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.Operation.pass;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.actor.OperationKind.PERSIST;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.window.WindowWorlds;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.List;

/**
 * Defects of changes of the expiry that were decided before its instant, and reach the keys after it. An object may
 * report once that its filter has expired, so each is asked twice.
 */
public final class ExpiryWorlds {

    private static final FilterSpec TWO = Specs.plain(2);

    /** The time after which a filter has expired. */
    private static final long OVER = 110;

    private ExpiryWorlds() {}

    /** 75: the filter lives on, since it has no keys that could have expired, and has lost its claims. */
    public static World claimsOfWhatLivesOn() {
        FilterSpec spec = WindowWorlds.spec(1).build();
        return World.of(
                        "the expiry of a window with claims is removed at the last moment",
                        List.of(
                                open("a", spec),
                                open("b", spec),
                                claim("a", "w", 7, "x"),
                                pass(60_000),
                                expire("a", 100)),
                        List.of(Role.of("owner", call(PERSIST, "b"))),
                        List.of(claim("b", "w", 7, "x"), claim("b", "w", 7, "x")))
                .with(Faults.NONE.ticking(OVER));
    }

    /**
     * 76: one client sets the expiry of what another one has put in the place of a lost partition, and calls it done.
     */
    public static World expiryOfWhatIsNotAlive() {
        return World.of(
                        "an expiry is removed too late while another one is set",
                        List.of(open("a", TWO), open("b", TWO), call(ADD, "a", "x"), expire("a", 100)),
                        List.of(Role.of("late", call(PERSIST, "a")), Role.of("next", expire("b", 300))),
                        List.of(call(LOOK_UP, "a", "x"), call(LOOK_UP, "a", "x")))
                .with(Faults.NONE.ticking(OVER));
    }

    /**
     * 92: the filter has expired, and one of its partitions lives on, since an earlier expiry has arrived there late.
     */
    public static World useOfWhatHasExpired() {
        String early = Specs.inPartition(0, 0);
        String late = Specs.inPartition(1, 0);
        return World.of(
                        "a partition lives on when its filter has expired",
                        List.of(open("a", TWO), open("b", TWO), call(ADD, "b", early), call(ADD, "b", late)),
                        List.of(Role.of("owner", expire("a", 100_000), expire("b", 100))),
                        List.of(
                                pass(OVER),
                                call(LOOK_UP, "b", late),
                                call(LOOK_UP, "b", early),
                                call(ADD, "b", "x"),
                                call(LOOK_UP, "b", late),
                                call(LOOK_UP, "b", early),
                                call(ADD, "b", early)))
                .with(Faults.oneOf(EventKind.HOLD));
    }
}
