package io.polybloom.simulation.wrong;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.defect.LossWorlds;
import io.polybloom.simulation.explore.Exploration;
import org.junit.jupiter.api.Test;

/**
 * A removal does not look for the config once more when it has looked where that may have been moved to, nor when it
 * has removed the trace. This takes more deviations than can be followed exhaustively, so the turns of the actors are
 * given.
 */
class MissedConfigTest {

    @Test
    void aWrongEngineIsNoticed() {
        When looks = (command, caller) -> Format.removesFromTrace().isMet(command, caller)
                || Format.readsMovedConfig().isMet(command, caller);
        Distortion blind =
                When.after(looks.by(OperationKind.DELETE), Format.readsPresentConfig(), (last, config) -> When.NOTHING);
        Exploration exploration = new Exploration()
                .takeTurns(LossWorlds.configMovedDuringARemoval().with(blind), 5, 50, 4, 2);
        assertFalse(exploration.findings().isEmpty());
    }
}
