package io.polybloom.simulation.wrong;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.defect.LossWorlds;
import io.polybloom.simulation.explore.Exploration;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.junit.jupiter.api.Test;

/**
 * A removal does not look for the config once more when it has looked where that may have been moved to, nor when it
 * has removed the trace. This takes more deviations than can be followed exhaustively, so the turns of the actors are
 * given.
 */
class MissedConfigTest {

    @Test
    void aWrongEngineIsNoticed() {
        Set<Call> done = Collections.newSetFromMap(new WeakHashMap<>());
        Distortion blind = (command, caller, server) -> {
            String key = Rewriting.text(command.key());
            boolean isRemoved = command.verb() == Verb.HDEL && Lacking.isTrace(command);
            boolean isLookedFor = command.verb() == Verb.HGETALL && key.endsWith(":gone");
            if ((isRemoved || isLookedFor) && caller.operation().kind() == OperationKind.DELETE) {
                done.add(caller);
            }
            boolean isConfig = key.endsWith("}");
            return command.verb() == Verb.HGETALL && isConfig && done.contains(caller)
                    ? new Reply.Many(List.of())
                    : server.apply(command);
        };
        Exploration exploration = new Exploration()
                .takeTurns(LossWorlds.configMovedDuringARemoval().with(blind), 5, 50, 4, 2);
        assertFalse(exploration.findings().isEmpty());
    }
}
