package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.expire;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.ADD_ALL;
import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Verb;
import io.polybloom.step.WholePartitions;
import java.util.List;

/** Adds that exchange whole partitions, and mistakes with them. */
final class ExchangeWorlds {

    private static final FilterSpec ONE = Specs.plain(1);

    private ExchangeWorlds() {}

    /** Of the expiry that the owner sets the adder does not know; it may die after its exchange. */
    static World untoldExpiry() {
        return exchanging(World.of(
                        "an exchange meets an expiry that its client does not know",
                        List.of(open("a", ONE), open("b", ONE), call(ADD, "a", "x")),
                        List.of(Role.of("adder", call(ADD_ALL, "a", "y", "z")), Role.of("owner", expire("b", 100))),
                        List.of())
                .with(Faults.oneOf(EventKind.DIE))
                .without(Allowance.EXPIRY_OVERTAKEN));
    }

    static World twoAdders() {
        return exchanging(World.of(
                "two exchanges of one partition",
                List.of(open("a", ONE), open("b", ONE)),
                List.of(
                        Role.of("first", call(ADD_ALL, "a", "x", "y")),
                        Role.of("second", call(ADD_ALL, "b", "y", "z"))),
                Specs.audit(ONE, List.of("a"), "x", "y", "z")));
    }

    private static World exchanging(World world) {
        return world.taking(WholePartitions.WHERE_POSSIBLE);
    }

    /** Reads the string when it has been merged. */
    static Distortion mergingFirst() {
        return sent(Verb.GETRANGE).by(ADD_ALL).executed((command, caller, server) -> {
            String key = Rewriting.key(command);
            server.apply(Rewriting.command(Verb.BITOP, key, key, key + ":add"));
            return server.apply(command);
        });
    }
}
