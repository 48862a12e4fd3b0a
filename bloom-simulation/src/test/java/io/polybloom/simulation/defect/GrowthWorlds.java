package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** Defects around the capacity. */
final class GrowthWorlds {

    private static final FilterSpec ONE = Specs.growing(1);
    private static final FilterSpec TWO = Specs.growing(2);

    private GrowthWorlds() {}

    /** 1: an add that crosses a growth by another thread. */
    static World crossedByGrowth() {
        return World.of(
                "an add crosses a growth by another thread",
                List.of(open("a", ONE), call(ADD_ALL, "a", Specs.fillers(0, Specs.CAPACITY - 1))),
                List.of(Role.of("first", call(ADD, "a", "x")), Role.of("second", call(ADD, "a", "y"))),
                Specs.audit(ONE, List.of("a"), "x", "y"));
    }

    /** 2: a sample of a layer is judged when another thread has opened the next one. */
    static World sampleOfAnOlderLayer() {
        return World.of(
                "two threads find the layer full",
                List.of(open("a", ONE), Specs.fill("a")),
                List.of(Role.of("first", call(ADD, "a", "x")), Role.of("second", call(ADD, "a", "y"))),
                List.of());
    }

    /** 2: a sample of a generation is judged when another thread has cleared the filter. */
    static World sampleOfAClearedGeneration() {
        FilterSpec spec =
                Specs.small("clicks", 1).overCapacity(OverCapacity.REJECT).build();
        return World.of(
                "a full filter that rejects is cleared while another thread samples it",
                List.of(open("a", spec), Specs.fill("a")),
                List.of(Role.of("adder", call(ADD, "a", "x")), Role.of("cleaner", call(CLEAR, "a"))),
                List.of());
    }

    /** 6: the layer that holds the element was opened before the call, and the next one is opened in mid-call. */
    static World layerPassedOver() {
        List<Operation> before = new ArrayList<>(openerDied());
        before.addAll(List.of(
                call(LOOK_UP, "a", Specs.inPartition(0, 900)),
                call(ADD, "b", Specs.inPartition(0, 901)),
                call(ADD_ALL, "b", Specs.inPartition(0, 200, 214))));
        String known = Specs.inPartition(0, 901);
        String late = Specs.inPartition(1, 902);
        return World.of(
                "addAll while the layer after the next is opened",
                before,
                List.of(
                        Role.of("adder", call(ADD_ALL, "a", late, known)),
                        Role.of(
                                "opener",
                                call(ADD, "b", Specs.inPartition(1, 903)),
                                call(ADD_ALL, "b", Specs.inPartition(0, 240, 262)))),
                Specs.audit(TWO, List.of("a"), known));
    }

    /** 10: nobody seals an older layer whose opener has died. */
    static World olderLayerUnsealed() {
        List<Operation> before = new ArrayList<>(openerDied());
        String element = Specs.inPartition(1, 902);
        before.add(call(ADD_ALL, "b", Specs.inPartition(0, 200, 240)));
        before.add(call(ADD, "b", element));
        return World.of(
                "a client asks the older layer, whose opener has died",
                before,
                List.of(Role.of("asker", call(LOOK_UP, "a", element))),
                List.of());
    }

    /** 23: an add whose bits are written says that nothing was. */
    static World deniedWrite() {
        return World.of(
                        "the connection breaks when an add that met a seal reads the register",
                        List.of(
                                open("a", ONE),
                                open("b", ONE),
                                call(ADD_ALL, "a", Specs.fillers(0, Specs.CAPACITY - 1))),
                        List.of(
                                Role.of(
                                        "adder",
                                        call(ADD, "a", "x"),
                                        call(ADD, "a", "x").ifFailed()),
                                Role.of("grower", call(ADD, "b", "y"))),
                        Specs.audit(ONE, List.of("a", "b"), "x"))
                .with(Faults.oneOf(EventKind.CUT));
    }

    /** Layer 1 is open, and of layer 0 only partition 0 is sealed. */
    private static List<Operation> openerDied() {
        return List.of(
                open("a", TWO),
                open("g", TWO),
                Specs.fill("g"),
                // The first command of a growth that writes bits seals the first partition.
                call(ADD, "g", "y").abandonedAfter("BITFIELD"),
                open("b", TWO));
    }
}
