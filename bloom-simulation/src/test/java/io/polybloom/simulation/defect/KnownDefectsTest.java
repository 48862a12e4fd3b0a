package io.polybloom.simulation.defect;

import static io.polybloom.simulation.judge.Violation.Kind.ORPHAN;
import static io.polybloom.simulation.judge.Violation.Kind.OUTLIVES_CONFIG;
import static io.polybloom.simulation.judge.Violation.Kind.SEALED_EARLY;
import static io.polybloom.simulation.judge.Violation.Kind.UNEXPLAINED_EXCEPTION;
import static io.polybloom.simulation.judge.Violation.Kind.WRONG_ANSWER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.explore.Exploration;
import io.polybloom.simulation.explore.Finding;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnownDefectsTest {

    private static final int MOST_DEVIATIONS = 4;
    private static final int MOST_SCHEDULES = 2_000;

    static List<Defect> defects() {
        return List.of(
                Defect.of(1, GrowthWorlds.crossedByGrowth(), UNEXPLAINED_EXCEPTION),
                Defect.of(2, GrowthWorlds.sampleOfAnOlderLayer(), SEALED_EARLY),
                Defect.of(2, GrowthWorlds.sampleOfAClearedGeneration(), SEALED_EARLY),
                Defect.of(4, LifeWorlds.twoCopies(), WRONG_ANSWER),
                Defect.of(5, LifeWorlds.twoExpiries(), OUTLIVES_CONFIG),
                Defect.of(6, GrowthWorlds.layerPassedOver(), WRONG_ANSWER),
                Defect.of(7, LifeWorlds.emptyElement(), WRONG_ANSWER),
                Defect.of(9, LifeWorlds.deletionDuringGrowth(), ORPHAN),
                Defect.of(9, LifeWorlds.failedClear(), ORPHAN),
                Defect.of(10, GrowthWorlds.olderLayerUnsealed(), WRONG_ANSWER),
                Defect.of(11, LifeWorlds.copyOfAGrowingFilter(), WRONG_ANSWER),
                Defect.of(12, LifeWorlds.clearOvertakenByExpiry(), UNEXPLAINED_EXCEPTION),
                Defect.of(13, LifeWorlds.nearCacheAfterFailover(), WRONG_ANSWER),
                Defect.of(15, LifeWorlds.lostConfig(), WRONG_ANSWER),
                Defect.of(17, LifeWorlds.throwingListener(), UNEXPLAINED_EXCEPTION),
                Defect.of(22, LifeWorlds.madeAnew(), WRONG_ANSWER),
                Defect.of(23, GrowthWorlds.deniedWrite(), WRONG_ANSWER),
                Defect.of(26, LifeWorlds.lateClear(), WRONG_ANSWER));
    }

    @ParameterizedTest
    @MethodSource("defects")
    void isFoundUntilItIsMended(Defect defect) {
        Exploration exploration = new Exploration();
        boolean isKnown = KnownDefects.NUMBERS.contains(defect.number());
        for (int deviations = 0;
                deviations <= MOST_DEVIATIONS && !(isKnown && isFound(defect, exploration));
                deviations++) {
            exploration.exhaust(defect.world(), deviations, MOST_SCHEDULES);
        }
        System.out.println(exploration.summary(defect.toString()));
        if (isKnown) {
            assertTrue(
                    isFound(defect, exploration),
                    () -> "not found any more: remove the number from KnownDefects; found were "
                            + exploration.findings().keySet());
        } else {
            assertEquals("", journals(defect, exploration));
        }
    }

    private static boolean isFound(Defect defect, Exploration exploration) {
        return defect.promises().stream().anyMatch(exploration.findings()::containsKey);
    }

    /** As long as other defects are known, they may show in the world of this one. */
    private static String journals(Defect defect, Exploration exploration) {
        StringBuilder journals = new StringBuilder();
        for (Finding finding : exploration.findings().values()) {
            if (KnownDefects.NUMBERS.isEmpty() || defect.promises().contains(finding.kind())) {
                journals.append(finding.shrunk().journal()).append("\n\n");
            }
        }
        return journals.toString();
    }
}
