package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** Engines that go on in another generation, or in another life, as if it were the one in which they began. */
final class SuccessorMistakes {

    private SuccessorMistakes() {}

    /** What a call is shown instead of a register. */
    private interface Reading {
        Reply of(Operation operation, String life, Reply reading);
    }

    private static Distortion whereALifeIsRead(Reading reading) {
        return Format.reads().answered((caller, reply) -> {
            String life = Format.life(reply);
            return life.isEmpty() ? reply : reading.of(caller.operation(), life, reply);
        });
    }

    /** Calls of one kind do not say that the filter is not the one that their object has opened. */
    static Distortion withoutTelling(OperationKind kind) {
        Map<String, String> opened = new HashMap<>();
        return whereALifeIsRead((operation, life, reply) -> {
            if (operation.kind() == OperationKind.OPEN) {
                opened.put(operation.object(), life);
            }
            String known = opened.getOrDefault(operation.object(), life);
            return operation.kind() == kind ? Format.ofLife(known, reply) : reply;
        });
    }

    /** An add takes a clear for a rebuild, which leaves the elements in the filter. */
    static Distortion takingAClearForARebuild() {
        return Format.reads().by(OperationKind.ADD).answered(Format::rebuilt);
    }

    /** A claim brings everything that it has written to one generation into each other one that it writes to. */
    static Distortion bringingAll() {
        Map<Call, List<Command>> written = new WeakHashMap<>();
        return sent(Verb.BITFIELD).by(OperationKind.CLAIM_ALL).ofPartition().executed((command, caller, server) -> {
            Reply reply = server.apply(command);
            List<Command> before = written.computeIfAbsent(caller, first -> new ArrayList<>());
            before.forEach(earlier -> server.apply(new Command(Verb.BITFIELD, command.key(), earlier.arguments())));
            before.add(command);
            return reply;
        });
    }
}
