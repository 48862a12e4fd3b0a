package io.polybloom.simulation.defect;

import static io.polybloom.simulation.actor.Operation.call;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.OverCapacity;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.explore.Exploration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnownDefectsTest {

    private static final int MOST_DEVIATIONS = 4;

    static List<Defect> defects() {
        return List.of(
                new Defect(1, GrowthWorlds.crossedByGrowth()),
                new Defect(2, GrowthWorlds.sampleOfAnOlderLayer()),
                new Defect(2, GrowthWorlds.sampleOfAClearedGeneration()),
                new Defect(4, CopyWorlds.twoCopies()),
                new Defect(5, LifeWorlds.twoExpiries()),
                new Defect(6, GrowthWorlds.layerPassedOver()),
                new Defect(7, LifeWorlds.emptyElement()),
                new Defect(9, LifeWorlds.deletionDuringGrowth()),
                new Defect(9, LifeWorlds.failedClear()),
                new Defect(10, GrowthWorlds.olderLayerUnsealed()),
                new Defect(11, CopyWorlds.copyOfAGrowingFilter()),
                new Defect(12, LifeWorlds.clearOvertakenByExpiry()),
                new Defect(12, LifeWorlds.loadOvertakenByExpiry()),
                new Defect(13, NearCacheWorlds.afterFailover()),
                new Defect(15, LifeWorlds.lostRegister()),
                new Defect(17, LifeWorlds.throwingListener()),
                new Defect(22, LifeWorlds.madeAnew()),
                new Defect(23, GrowthWorlds.deniedWrite()),
                new Defect(26, LifeWorlds.lateClear()),
                new Defect(26, LifeWorlds.creationBesideADeletion()),
                new Defect(26, LifeWorlds.lateLayer()),
                new Defect(27, LossWorlds.keyLostToTwoCreators()),
                new Defect(28, LossWorlds.removalThatDies()),
                new Defect(28, LossWorlds.deletionThatDies()),
                new Defect(29, LifeWorlds.clearOfWhatIsBeingMade()),
                new Defect(30, LossWorlds.creatorOvertakenByAClear()),
                new Defect(30, LossWorlds.creatorOvertakenByGrowth()),
                new Defect(31, LossWorlds.layerAfterAClear(), 8_000),
                new Defect(32, LossWorlds.creatorThatDiesAfterADeletion()),
                new Defect(32, LossWorlds.creatorsAfterADeletion(), 4_000),
                new Defect(33, CopyWorlds.copyBesideALostFilter(), 8_000),
                new Defect(34, LossWorlds.layerAfterADeletion(), 1_000),
                new Defect(35, OvertakenWorlds.add(), 300),
                new Defect(35, OvertakenWorlds.addAll(), 300),
                new Defect(36, LifeWorlds.clockSetBack()),
                new Defect(37, LifeWorlds.lateExpiry()),
                new Defect(37, LifeWorlds.lateExpiryOfAPartition()),
                new Defect(37, LifeWorlds.lateRemovalOfAnExpiry()),
                new Defect(37, LifeWorlds.lateExpiryOfARebuild()),
                new Defect(37, LifeWorlds.lateExpiryOfAnotherLife()),
                new Defect(38, LifeWorlds.twoExpiriesAndADeath()),
                new Defect(39, LifeWorlds.lateClearOfAnEmptyWindow()),
                new Defect(39, LifeWorlds.lateDeletionOfAnEmptyWindow()),
                new Defect(41, SuccessorWorlds.bulkAddAfterAClear(), 1_000),
                new Defect(41, SuccessorWorlds.groupAfterAClear(), 1_000),
                new Defect(41, SuccessorWorlds.claimAfterAClear(), 1_000),
                new Defect(41, SuccessorWorlds.grownAfterAClear(), 1_000),
                new Defect(42, SuccessorWorlds.claimsAndAFullGrowingFilter(), 1_000),
                new Defect(42, SuccessorWorlds.claimsAndAFullRejectingFilter(), 1_000),
                new Defect(43, SuccessorWorlds.claimOfALayerThatAnotherMakes()),
                new Defect(44, SuccessorWorlds.sealedBeforeAClear(), 1_000),
                new Defect(44, SuccessorWorlds.sealedBeforeARebuild(), 1_000),
                new Defect(45, SuccessorWorlds.rebuildThatIsTooSmall(), 300),
                new Defect(45, SuccessorWorlds.addsBesideARebuildThatIsTooSmall(), 300),
                new Defect(47, UndoneWorlds.undoneClear(OverCapacity.REJECT), 500),
                new Defect(47, UndoneWorlds.undoneClear(OverCapacity.GROW), 500),
                new Defect(48, SuccessorWorlds.claimsLeftByAClear(), 300),
                new Defect(49, DemotedWorlds.lookUp(), 500),
                new Defect(49, DemotedWorlds.reader(), 500),
                new Defect(49, DemotedWorlds.emptyReplica(), 500),
                new Defect(49, DemotedWorlds.pastWindow(), 500),
                new Defect(49, DemotedWorlds.copy(), 500),
                new Defect(49, DemotedWorlds.mirror(), 500),
                new Defect(50, DemotedWorlds.addToAnEmptyPrimary(), 500),
                new Defect(50, DemotedWorlds.claimOnAnEmptyPrimary(), 500),
                new Defect(51, UndoneWorlds.undoneWhileItCompletes(), 400),
                new Defect(51, UndoneWorlds.undoneMove(), 400),
                new Defect(52, LifeWorlds.clockAhead(), 300),
                new Defect(53, NearCacheWorlds.ofWhatIsGone(), 500),
                new Defect(55, UndoneWorlds.undoneClearOfAWindow(), 400),
                new Defect(56, LifeWorlds.keptForever(), 2_000),
                new Defect(57, LifeWorlds.removedByAnOldExpiry(), 1_000),
                new Defect(57, LifeWorlds.usedByAnOldExpiry(), 1_000),
                new Defect(58, LifeWorlds.expiryOfANewSlice(), 1_000),
                new Defect(60, UndoneWorlds.undoneRebuild(), 1_000),
                new Defect(61, LossWorlds.lossBesideTwoExpiries(), 8_000),
                new Defect(62, LossWorlds.lossBesideALoadAndAnExpiry(), 12_000),
                new Defect(63, UndoneWorlds.lostVersionOfTheFirstSlice(), 400),
                new Defect(63, UndoneWorlds.lostVersionAfterForgottenSlices(), 400),
                new Defect(66, NearCacheWorlds.after(Operation.expire("a", 100_000)), 300),
                new Defect(66, NearCacheWorlds.after(call(OperationKind.CLEAR, "a")), 300),
                new Defect(66, NearCacheWorlds.after(call(OperationKind.LOAD, "a", "y", "z")), 3_000),
                new Defect(66, NearCacheWorlds.afterGrowth(), 1_000),
                new Defect(67, LifeWorlds.expiryOfALayerThatIsOpened(), 2_000),
                new Defect(68, LifeWorlds.expiryRemovedBesideALoad(), 2_000),
                new Defect(69, LifeWorlds.lateDeletionAfterAClear(), 1_000),
                new Defect(69, LifeWorlds.lateDeletionOfAClaim(), 1_000),
                new Defect(70, UndoneWorlds.lostKeysOfTheFirstSlice(), 2_000),
                new Defect(70, UndoneWorlds.lostKeysAfterForgottenSlices(), 2_000),
                new Defect(70, UndoneWorlds.lostKeysThatAreMadeAgain(), 2_000),
                new Defect(72, UndoneWorlds.lostChoiceAndPublication(), 500),
                new Defect(73, NearCacheWorlds.afterLostClaims(), 500),
                new Defect(75, ExpiryWorlds.claimsOfWhatLivesOn(), 1_000),
                new Defect(76, ExpiryWorlds.expiryOfWhatIsNotAlive(), 4_000),
                new Defect(78, NearCacheWorlds.afterLostKeys(), 1_000),
                new Defect(79, NearCacheWorlds.ofAForgottenSlice(), 1_000),
                new Defect(77, SuccessorWorlds.addOfTwoSlicesBesideAClear(), 1_000),
                new Defect(77, SuccessorWorlds.claimOfTwoSlicesBesideAClear(), 1_000),
                new Defect(80, SuccessorWorlds.refusedClaimBesideAnotherLife(), 1_000),
                new Defect(80, SuccessorWorlds.lookUpOnAReplicaBesideAnotherLife(), 1_000),
                new Defect(80, SuccessorWorlds.brokenLoadBesideAnotherLife(), 2_000),
                new Defect(80, SuccessorWorlds.brokenAddBesideAnotherLife(), 2_000),
                new Defect(81, SuccessorWorlds.groupOfThreeLayersBesideAnotherLife(), 1_000),
                new Defect(81, SuccessorWorlds.groupInAWindowBesideAnotherLife(), 1_000),
                new Defect(81, SuccessorWorlds.measurementBesideAnotherLife(), 1_000),
                new Defect(83, SuccessorWorlds.measurementBesideTwoOtherLives(), 2_000),
                new Defect(84, LossWorlds.lossBesideACreatorAndAnExpiry(), 2_000),
                new Defect(85, NearCacheWorlds.besideARebuildThatItKnows(), 2_000),
                new Defect(86, NearCacheWorlds.afterALookUpThatMeetsAMark(), 2_000),
                new Defect(87, NearCacheWorlds.confirmedByALateReply(), 2_000),
                new Defect(89, LossWorlds.claimsOnAServerThatFillsUp()),
                new Defect(92, ExpiryWorlds.useOfWhatHasExpired(), 1_000));
    }

    @ParameterizedTest
    @MethodSource("defects")
    void staysMended(Defect defect) {
        Exploration exploration = new Exploration();
        for (int deviations = 0; deviations <= MOST_DEVIATIONS; deviations++) {
            exploration.exhaust(defect.world(), deviations, defect.schedules());
        }
        System.out.println(exploration.summary(defect.toString()));
        assertEquals("", exploration.journals());
    }

    /** 46: it takes three turns of certain lengths, which few schedules with as many deviations have. */
    @Test
    void anExpiryIsNotThatOfTheNextLife() {
        Exploration exploration = new Exploration().takeTurns(LifeWorlds.expiryOfAnotherLife(), 8, 8, 20);
        System.out.println(exploration.summary("46: an expiry and the next life"));
        assertEquals("", exploration.journals());
    }

    /** 71: it takes three turns of certain lengths. */
    @Test
    void aWindowMovesOnTwiceWhileItIsMeasured() {
        Exploration exploration = new Exploration().takeTurns(LifeWorlds.twoMovesBesideAMeasurement(), 6, 40, 12);
        System.out.println(exploration.summary("71: two moves beside a measurement"));
        assertEquals("", exploration.journals());
    }

    /** 77: it takes four turns of certain lengths. */
    @Test
    void anAddOfTwoGenerationsLeavesWhatAClearHasRemoved() {
        Exploration exploration = new Exploration().takeTurns(SuccessorWorlds.addsOfTwoGenerationsAndSlices(), 2, 8, 8);
        System.out.println(exploration.summary("77: adds to two generations"));
        assertEquals("", exploration.journals());
    }

    /** 74: it takes four turns of certain lengths. */
    @Test
    void aChangeOfTheExpiryLeavesALaterOne() {
        Exploration exploration = new Exploration().takeTurns(LifeWorlds.expiryOverAnotherAfterAClear(), 6, 13, 17);
        System.out.println(exploration.summary("74: an expiry after a clear"));
        assertEquals("", exploration.journals());
    }

    /** 89: it takes four turns of certain lengths, which random schedules have now and then. */
    @Test
    void aClaimLeavesWhatAClearHasRemovedWhenItAddsOnceMore() {
        Exploration exploration = new Exploration().sample(SuccessorWorlds.claimsOfTwoGenerations(), 1, 500);
        System.out.println(exploration.summary("89: claims of two generations"));
        assertEquals("", exploration.journals());
    }

    /** A slice is chosen by two clocks: it needs turns of certain lengths, which random schedules have now and then. */
    @Test
    void aSliceIsMadeOnceWhenAClockIsSetBack() {
        Exploration exploration = new Exploration().sample(LifeWorlds.sliceAfterAClockSetBack(), 1, 500);
        System.out.println(exploration.summary("a slice and a clock that is set back"));
        assertEquals("", exploration.journals());
    }

    /** 88: it needs turns of three actors, which random schedules have now and then. */
    @Test
    void aClaimIsNotAnsweredByWhatThoseHaveConfirmedWhoKnowOfARebuild() {
        Exploration exploration =
                new Exploration().sample(NearCacheWorlds.confirmedForWhoKnowsOfTheRebuild(), 1, 20_000);
        System.out.println(exploration.summary("88: a claim and a rebuild"));
        assertEquals("", exploration.journals());
    }

    /** 91: it needs turns of three actors, which random schedules have now and then. */
    @Test
    void aDeletionLeavesTheNextLife() {
        Exploration exploration = new Exploration().sample(LossWorlds.twoDeletionsBesideACreation(), 1, 1_500);
        System.out.println(exploration.summary("91: two deletions and a creation"));
        assertEquals("", exploration.journals());
    }
}
