package io.polybloom.simulation.removal;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterSpec;
import io.polybloom.layout.Layouts;
import io.polybloom.locate.ElementLocator;
import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elements that share counters are added, removed and asked for at the same time. */
class RemovalWorldsTest {

    /** More than any of the worlds has without faults. */
    private static final int ALL = 100_000;

    private static final FilterSpec SPEC = FilterSpec.named("clicks")
            .layout(Layouts.COUNTING)
            .bits(256)
            .hashes(3)
            .partitions(1)
            .build();

    /** Each shares one of its three counters with the next, and none with the one after that. */
    private static final List<String> CHAIN = chain();

    /** The other possible events. */
    enum Trouble {
        LOST_REPLY(Faults.oneOf(EventKind.CUT)),
        DEATH(Faults.oneOf(EventKind.DIE)),
        LATE_COMMAND(Faults.oneOf(EventKind.HOLD)),
        EVICTION(Faults.oneOf(EventKind.EVICT));

        private final Faults faults;

        Trouble(Faults faults) {
            this.faults = faults;
        }
    }

    private static List<String> chain() {
        ElementLocator locator = ElementLocator.planned(SPEC, 1);
        for (int first = 0; ; first++) {
            for (int second = 0; second < 100; second++) {
                for (int third = 0; third < 100; third++) {
                    List<String> names = List.of("x" + first, "y" + second, "z" + third);
                    if (common(locator, names.get(0), names.get(1)) == 1
                            && common(locator, names.get(1), names.get(2)) == 1
                            && common(locator, names.get(0), names.get(2)) == 0) {
                        return names;
                    }
                }
            }
        }
    }

    private static int common(ElementLocator locator, String one, String other) {
        Set<Long> both = new HashSet<>(offsets(locator, one));
        both.retainAll(offsets(locator, other));
        return both.size();
    }

    private static List<Long> offsets(ElementLocator locator, String element) {
        return locator.locate(element.getBytes(StandardCharsets.UTF_8)).get(0).offsets();
    }

    /** While one client adds x, another one removes y, and a third asks for z, which is there all the time. */
    private static World world(OperationKind asked) {
        String x = CHAIN.get(0);
        String y = CHAIN.get(1);
        String z = CHAIN.get(2);
        return World.of(
                "an add and a removal of elements that share a counter, and a look-up",
                List.of(
                        open("a", SPEC),
                        open("b", SPEC),
                        open("c", SPEC),
                        call(OperationKind.ADD, "a", y),
                        call(OperationKind.ADD, "a", z)),
                List.of(
                        Role.of("adder", call(OperationKind.ADD, "a", x)),
                        Role.of("remover", call(OperationKind.REMOVE, "b", y)),
                        Role.of("reader", call(asked, "c", z))),
                Specs.audit(SPEC, List.of("a", "c"), x, y, z));
    }

    @Test
    void noElementIsLostToARemovalBesideIt() {
        Exploration exploration = new Exploration();
        assertTrue(exploration.exhaust(world(OperationKind.LOOK_UP), 100, ALL), "all schedules");
        System.out.println(exploration.summary("an add, a removal and a look-up"));
        assertTrue(exploration.findings().isEmpty(), () -> exploration.summary("removal"));
    }

    /** Two that are removed at the same time take no third one along. */
    @Test
    void noElementIsLostToTwoRemovals() {
        World world = world(OperationKind.REMOVE);
        Exploration exploration = new Exploration();
        assertTrue(exploration.exhaust(world, 100, ALL), "all schedules");
        assertTrue(exploration.findings().isEmpty(), () -> exploration.summary("two removals"));
    }

    @ParameterizedTest
    @EnumSource
    void noElementIsLostToARemovalThatFails(Trouble trouble) {
        for (OperationKind asked : List.of(OperationKind.LOOK_UP, OperationKind.CLEAR)) {
            Exploration exploration = new Exploration().explore(world(asked).with(trouble.faults), Schedules.MOST);
            assertTrue(exploration.findings().isEmpty(), () -> exploration.summary(trouble + ", " + asked));
        }
    }

    @Test
    void aRemovalThatIsSentTwiceIsNoticed() {
        Distortion twice = (command, caller, server) -> {
            Reply first = server.apply(command);
            if (isRemoval(command, caller.operation().kind())) {
                server.apply(command);
            }
            return first;
        };
        Exploration exploration = new Exploration();
        exploration.search(world(OperationKind.LOOK_UP).with(twice), 100, ALL);
        assertFalse(exploration.findings().isEmpty());
    }

    private static boolean isRemoval(Command command, OperationKind kind) {
        return kind == OperationKind.REMOVE && command.verb() == Verb.BITFIELD && command.isWrite();
    }
}
