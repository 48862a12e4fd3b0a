package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;

import io.polybloom.simulation.act.ImportWorlds;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.defect.DemotedWorlds;
import io.polybloom.simulation.defect.ExpiryWorlds;
import io.polybloom.simulation.defect.LifeWorlds;
import io.polybloom.simulation.defect.LossWorlds;
import io.polybloom.simulation.defect.NearCacheWorlds;
import io.polybloom.simulation.defect.SuccessorWorlds;
import io.polybloom.simulation.defect.UndoneWorlds;
import io.polybloom.simulation.redis.ServerVersion;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.Set;

/** One guard that is left out, and a world in which it is missed. */
enum Mistake {
    TAKES_EVERY_PARTITION_FOR_ALIVE(
            (command, caller, server) -> Rewriting.withTrailer(server.apply(command), 0, 1), MistakeWorlds.eviction()),
    OVERLOOKS_SEALS(
            (command, caller, server) -> Rewriting.withTrailer(server.apply(command), 1, 0),
            MistakeWorlds.grownByAnother()),
    NEVER_SEALS(
            (command, caller, server) -> server.apply(Rewriting.withoutSeal(command)), MistakeWorlds.grownByAnother()),
    READS_AN_OLD_CONFIG_BEHIND_A_SEAL(
            (command, caller, server) -> caller.operation().object().equals("a")
                    ? Rewriting.withoutGrownLayers(server.apply(command))
                    : server.apply(command),
            MistakeWorlds.secondGrowth()),
    CLAIMS_A_LAYER_THAT_IS_CLAIMED(
            (command, caller, server) ->
                    server.apply(Rewriting.claimingLayer(Rewriting.shapingOtherwise(command, caller))),
            MistakeWorlds.twoVersions()),
    SEALS_ANOTHER_LAYER_THAN_IT_HAS_SAMPLED(
            (command, caller, server) -> Rewriting.sealingTheNext(command, server), MistakeWorlds.growth()),
    LEAVES_THE_OLD_GENERATION(
            (command, caller, server) -> command.verb() == Verb.UNLINK ? new Reply.Int(1) : server.apply(command),
            MistakeWorlds.clear()),
    TAKES_A_NAME_THAT_IS_CLAIMED(
            (command, caller, server) -> server.apply(Rewriting.claiming(command)), MistakeWorlds.twoOpeners()),
    USES_A_LAYER_THAT_IS_NOT_READY(
            (command, caller, server) ->
                    command.verb() == Verb.HGETALL ? Rewriting.ready(server.apply(command)) : server.apply(command),
            MistakeWorlds.twoOpeners()),
    SETTLES_AN_EXPIRY_WITHOUT_READING_IT_AGAIN(new FrozenConfig(OperationKind.EXPIRE, 2), MistakeWorlds.twoExpiries()),
    BELIEVES_ITS_NEAR_CACHE_WITHOUT_ASKING(
            (command, caller, server) -> caller.operation().kind() == OperationKind.LOOK_UP
                            && caller.operation().object().equals("a")
                    ? Rewriting.withAllBits(server.apply(command))
                    : server.apply(command),
            MistakeWorlds.nearCacheAfterFailover()),
    SENDS_WRITES_TWICE(
            (command, caller, server) -> {
                Reply first = server.apply(command);
                return command.verb() == Verb.BITFIELD ? server.apply(command) : first;
            },
            MistakeWorlds.oneAdd()),
    MAKES_PARTITIONS_WITHOUT_A_LIMIT(
            Lacking.limits(OperationKind.OPEN), LeftoverWorlds.death(LeftoverWorlds.opening(), "of an opener")),
    LOADS_WITHOUT_A_LIMIT(
            Lacking.limits(OperationKind.LOAD), LeftoverWorlds.death(LeftoverWorlds.loading(), "of a loader")),
    COPIES_WITHOUT_A_LIMIT(
            Lacking.limits(OperationKind.COPY), LeftoverWorlds.death(LeftoverWorlds.copying(), "of a copier")),
    KEEPS_A_LAYER_OF_A_DELETED_FILTER(new FrozenConfig(OperationKind.OPEN, 2), LeftoverWorlds.deletionDuringBirth()),
    LEAVES_WHAT_A_WRITE_HAS_MADE(
            Lacking.commands(OperationKind.ADD, command -> command.verb() == Verb.COPY),
            LeftoverWorlds.addAfterEviction()),
    LEAVES_NO_TRACE(TraceMistakes.neverNamed(), LostConfigWorlds.evictedConfig()),
    LEAVES_A_TRACE_AT_ANY_TIME(TraceMistakes.namedAtAnyTime(), LossWorlds.traceBehindADeletion()),
    TAKES_A_TRACE_BACK(TraceMistakes.takenBack(), LossWorlds.creatorOvertakenByAClear()),
    OVERLOOKS_THE_TRACE(TraceMistakes.overlooked(), LostConfigWorlds.evictedConfig()),
    TAKES_A_FILTER_BESIDE_ANOTHER_TRACE(
            TraceMistakes.takenForItsOwn(Set.of(OperationKind.COPY, OperationKind.OPEN)),
            LostConfigWorlds.copyOfAnotherVersion()),
    TAKES_ANOTHER_LIFE_FOR_ITS_OWN(
            (command, caller, server) -> caller.operation().object().equals("a")
                    ? Rewriting.ofOneLife(server.apply(command))
                    : server.apply(command),
            LifeWorlds.madeAnew()),
    REMOVES_A_CONFIG_WITHOUT_MOVING_IT(Lacking.renaming(), LostConfigWorlds.lateDeletion()),
    DELETES_WITHOUT_A_MARK(new UnmarkedDeletion(), LeftoverWorlds.clearDuringDeletion()),
    DELETES_WHAT_IS_BEING_MADE_AT_ANY_TIME(Lacking.place(), LifeWorlds.lateDeletionBehindAClear()),
    PUBLISHES_A_CLEAR_AT_ANY_TIME(Lacking.condition(), MistakeWorlds.lateClear()),
    CLEARS_A_WINDOW_WITHOUT_CLOSING_IT(
            Lacking.commands(OperationKind.CLEAR, Lacking::closes), LifeWorlds.lateClearOfAnEmptyWindow()),
    DELETES_A_WINDOW_WITHOUT_CLOSING_IT(
            Lacking.commands(OperationKind.DELETE, Lacking::closes), LifeWorlds.lateDeletionOfAnEmptyWindow()),
    WRITES_AN_EXPIRY_OVER_ANOTHER(Lacking.numbers(), LifeWorlds.lateExpiry()),
    LEAVES_A_PARTITION_AN_EXPIRY(Lacking.watch(), LifeWorlds.lateExpiryOfAPartition()),
    LEAVES_A_PARTITION_WITHOUT_EXPIRY(Lacking.watch(), LifeWorlds.lateRemovalOfAnExpiry()),
    REMOVES_A_FILTER_BY_AN_OLD_EXPIRY(FrozenConfig.once(OperationKind.OPEN, "c"), LifeWorlds.removedByAnOldExpiry()),
    GOES_BY_AN_OLD_EXPIRY(new FrozenConfig(OperationKind.STATS, 1), LifeWorlds.usedByAnOldExpiry()),
    KEEPS_WHAT_A_WRITE_HAS_MADE(
            Lacking.commands(OperationKind.PERSIST, command -> command.verb() == Verb.COPY), LifeWorlds.keptForever()),
    LETS_THE_CONFIG_EXPIRE_AT_THE_SAME_TIME(Lacking.respite(), ClockWorlds.serverBehind()),
    LETS_CONFIG_AND_TRACE_EXPIRE_AT_THE_SAME_TIME(Lacking.respite(), LifeWorlds.twoExpiriesAndADeath()),
    LEAVES_THE_CONFIG_AN_EXPIRY(Lacking.watch(), LifeWorlds.lateExpiryOfAnotherLife()),
    GOES_BY_ITS_OWN_CLOCK(
            (command, caller, server) ->
                    command.verb() == Verb.TIME && caller.operation().kind() == OperationKind.OPEN
                            ? Rewriting.later(server.apply(command), Duration.ofMinutes(10))
                            : server.apply(command),
            ClockWorlds.clientAhead()),
    TAKES_ITS_OWN_TIME_FOR_THE_SERVERS(
            (command, caller, server) -> command.verb() == Verb.TIME
                    ? Rewriting.later(server.apply(command), Duration.ofMinutes(10))
                    : server.apply(command),
            LifeWorlds.clockAhead()),
    MEASURES_TIME_BY_THE_WALL_CLOCK(Lacking.steadyClock(), LifeWorlds.clockSetBack()),
    REMOVES_THE_TRACE_FIRST(Lacking.orderOfRemoval(), LostConfigWorlds.removalOfWhatIsLeft()),
    FORGETS_THE_EXPIRY_BEHIND_A_MERGE(
            Lacking.commands(
                    OperationKind.LOAD, command -> command.verb() == Verb.PEXPIREAT && Lacking.isPartition(command)),
            MistakeWorlds.loadOfWhatExpires()),
    FORGETS_THE_EXPIRY_OF_A_UNION(
            Lacking.commands(
                    OperationKind.MERGE, command -> command.verb() == Verb.PEXPIREAT && Lacking.isPartition(command)),
            MistakeWorlds.unionThatExpires()),
    MERGES_WITH_AN_OLD_EXPIRY(new FrozenConfig(OperationKind.LOAD, 1), MistakeWorlds.loadAndExpiry()),
    BELIEVES_THAT_ITS_UPLOAD_IS_THERE(
            Lacking.commands(OperationKind.LOAD, command -> command.verb() == Verb.UNLINK),
            MistakeWorlds.loadAndEviction()),
    BELIEVES_THAT_ITS_COPY_OF_A_COUNTER_WAS_MERGED(
            Lacking.commands(OperationKind.MERGE_COUNTERS, command -> command.verb() == Verb.UNLINK),
            MistakeWorlds.mergeOfCounters()),
    REBUILDS_WITHOUT_A_MARK(RebuildMistakes.unmarked(), RebuildMistakes.addition()),
    SWITCHES_BEFORE_IT_HAS_FILLED(RebuildMistakes.unfilled(), RebuildMistakes.addition()),
    PUBLISHES_A_REBUILD_BESIDE_THE_OLD_PARTITIONS(RebuildMistakes.besideTheOldOnes(), RebuildMistakes.stale()),
    ADDS_TO_ONE_GENERATION_ONLY(RebuildMistakes.intoOneGeneration(ADD), RebuildMistakes.addition()),
    FORGETS_A_REBUILD_BEHIND_A_CLEAR(RebuildMistakes.intoTwoGenerations(), SuccessorWorlds.bulkAddBehindAClear()),
    FILLS_THE_NEXT_GENERATION_WITHOUT_MEASURING(RebuildMistakes.unmeasured(), SuccessorWorlds.rebuildThatIsTooSmall()),
    GROWS_WITHOUT_TELLING(RebuildMistakes.withoutALayer(), SuccessorWorlds.rebuildThatIsTooSmall()),
    DECIDES_ON_A_REBUILD_TWICE(RebuildMistakes.decidedTwice(), RebuildMistakes.abandonment()),
    BELIEVES_THAT_ITS_COPY_IS_UP_TO_DATE(Lacking.verification(), MistakeWorlds.copyAndAdd()),
    EXCHANGES_WHAT_EXPIRES(ExchangeWorlds.withoutTheHash(), ExchangeWorlds.untoldExpiry()),
    READS_WHAT_IT_HAS_MERGED(ExchangeWorlds.mergingFirst(), ExchangeWorlds.twoAdders()),
    OVERWRITES_WHAT_IT_EXCHANGES(ExchangeWorlds.overwriting(), ExchangeWorlds.twoAdders()),
    DOES_NOT_SEE_CLAIMS(ClaimMistakes.blind(), ClaimMistakes.crash()),
    ADDS_WITHOUT_A_CLAIM(ClaimMistakes.unclaimed(), ClaimMistakes.crash()),
    KEEPS_THE_CLAIM_OF_WHAT_WAS_THERE(ClaimMistakes.keeping(), ClaimMistakes.repetition()),
    TAKES_LOST_CLAIMS_FOR_NONE(ClaimMistakes.trusting(), ClaimMistakes.eviction()),
    READS_CLAIMS_ONLY_BEFORE_IT_ADDS(ClaimMistakes.hasty(), ClaimMistakes.twoOwners()),
    CLAIMS_NOTHING_BEHIND_A_CLEAR(ClaimMistakes.claimingOnce(), ClaimMistakes.crashAfterClear()),
    CLAIMS_NOTHING_BEHIND_THE_CLEAR_OF_A_FULL_FILTER(
            ClaimMistakes.claimingOnce(), SuccessorWorlds.claimsAndAFullGrowingFilter()),
    CLAIMS_NOTHING_BEHIND_THE_CLEAR_OF_A_FULL_REJECTING_FILTER(
            ClaimMistakes.claimingOnce(), SuccessorWorlds.claimsAndAFullRejectingFilter()),
    MAKES_CLAIMS_AT_ANY_TIME(ClaimMistakes.bornAtAnyTime(), ClaimMistakes.lateBirth()),
    LETS_CLAIMS_OUTLIVE_THE_FILTER(ClaimMistakes.leaving(OperationKind.EXPIRE, Verb.PEXPIREAT), ClaimMistakes.expiry()),
    LEAVES_CLAIMS_BEHIND_A_CLEAR(ClaimMistakes.leaving(OperationKind.CLEAR, Verb.UNLINK), ClaimMistakes.clear()),
    COPIES_A_PARTITION_TO_THE_NEXT_SLICE(WindowMistakes.copying(), WindowMistakes.addBesideAMove()),
    MOVES_ON_WITHOUT_CLEARING(WindowMistakes.withoutClearing(), WindowMistakes.everySlice()),
    CLEARS_WHAT_OTHERS_HAVE_ADDED(WindowMistakes.clearingBehindTheMove(), WindowMistakes.twoMovers()),
    REMOVES_A_MASK_THAT_OTHERS_NEED(WindowMistakes.removingTheMaskEarly(), WindowMistakes.twoMoversOfTwoPartitions()),
    CHOOSES_ITS_OWN_NEXT_SLICE(WindowMistakes.choosing(), WindowMistakes.moverThatIsLate()),
    LOOKS_ONLY_WHERE_THE_KEYS_WERE(WindowMistakes.lookingInOnePlace(), WindowMistakes.lookUpBesideAMove()),
    LETS_A_SLICE_EXPIRE_TOO_EARLY(WindowMistakes.expiringEarly(), WindowMistakes.nextSlice()),
    FORGETS_THE_OLDEST_SLICE(WindowMistakes.forgettingTheOldest(), WindowMistakes.nextSlice()),
    FORGETS_A_SLICE_TOO_LATE(WindowMistakes.withoutTime("a"), WindowMistakes.idle()),
    OVERLOOKS_THE_END_OF_A_SLICE(WindowMistakes.standingStill(), WindowMistakes.endDuringAnAdd()),
    FINDS_WHAT_IS_FORGOTTEN(WindowMistakes.withoutTime("a"), WindowMistakes.forgotten(call(LOOK_UP, "a", "x"))),
    TAKES_WHAT_IS_FORGOTTEN_FOR_PRESENT(WindowMistakes.withoutTime("a"), WindowMistakes.forgotten(call(ADD, "a", "x"))),
    IS_NOT_TOLD_OF_A_CLOCK_SET_FORWARD(WindowMistakes.withoutTime("a"), WindowMistakes.setForward()),
    LETS_CLAIMS_EXPIRE_WITH_THE_WINDOW(WindowMistakes.forgettingClaims(), WindowMistakes.forgottenDelivery()),
    DOES_NOT_SEE_CLAIMS_IN_A_WINDOW(ClaimMistakes.blind(), WindowMistakes.crash()),
    ADDS_WITHOUT_A_CLAIM_IN_A_WINDOW(ClaimMistakes.unclaimed(), WindowMistakes.crash()),
    LEAVES_A_NEW_SLICE_WITHOUT_THE_EXPIRY(
            Lacking.commands(
                    OperationKind.EXPIRE, command -> command.verb() == Verb.PEXPIREAT && Lacking.isPartition(command)),
            LifeWorlds.expiryOfANewSlice()),
    KEEPS_TO_A_REBUILD_THAT_IS_UNDONE(UndoneMistakes.keepingToItsRebuild(), UndoneWorlds.undoneRebuild()),
    OVERLOOKS_THE_SLICES_OF_OTHERS(WindowMistakes.overlookingSlices("b"), WindowMistakes.firstSlice()),
    TAKES_AN_OLD_PRIMARY_FOR_THE_NEW_ONE(Lacking.proof(), DemotedWorlds.lookUp()),
    TAKES_AN_OLD_PRIMARY_FOR_THE_NEW_ONE_WITHOUT_WRITING(Lacking.proof(), DemotedWorlds.reader()),
    TAKES_AN_OLD_PRIMARY_FOR_THE_NEW_ONE_ON_A_HOST(
            Lacking.proof(), DemotedWorlds.lookUp().on(ServerVersion.HOST_WITHOUT_WAIT)),
    TAKES_A_WINDOW_FOR_FORGOTTEN(Lacking.proof(), DemotedWorlds.pastWindow()),
    COPIES_FROM_AN_OLD_PRIMARY(Lacking.proof(), DemotedWorlds.copy()),
    OVERLOOKS_A_REBUILD_ON_AN_OLD_PRIMARY(Lacking.proof(), DemotedWorlds.mirror()),
    TAKES_A_FILTER_FOR_GONE_WHERE_NOTHING_IS(Lacking.proof(), DemotedWorlds.emptyReplica()),
    REMOVES_WHAT_IT_HAS_MADE_FROM_ANY_SERVER(Lacking.mark(), DemotedWorlds.addToAnEmptyPrimary()),
    REMOVES_CLAIMS_FROM_ANY_SERVER(Lacking.ownership(), DemotedWorlds.claimOnAnEmptyPrimary()),
    BRINGS_ELEMENTS_BEHIND_AN_UNSEALED_LAYER(RebuildMistakes.unsealed(), SuccessorWorlds.grownBehindAClear()),
    FORGETS_THE_GENERATION_BEFORE(UndoneMistakes.forgettingThePrevious(), UndoneWorlds.undoneWhileItCompletes()),
    FORGETS_THE_SLICE_BEFORE(UndoneMistakes.forgettingThePreviousSlice(), UndoneWorlds.undoneMove()),
    KEEPS_TO_A_CLEAR_THAT_IS_UNDONE(UndoneMistakes.keepingToItsClear(), UndoneWorlds.undoneClearOfAWindow()),
    OVERLOOKS_KEYS_THAT_ARE_BEING_MADE(WindowMistakes.overlookingChoices(), UndoneWorlds.lostMarkOfTheFirstSlice()),
    TAKES_KEYS_THAT_ARE_GONE_FOR_NOT_YET_MADE(WindowMistakes.readingOnce("b"), WindowMistakes.keysThatAreNotMade()),
    REMOVES_ONLY_ONCE(UndoneMistakes.removingOnce(), UndoneWorlds.undoneWhileItIsRemoved()),
    LEAVES_AN_EXPIRY_ON_A_LAYER_THAT_IS_OPENED(
            Lacking.commands(
                    OperationKind.PERSIST,
                    command -> command.verb() == Verb.PERSIST
                            && Rewriting.text(command.key()).endsWith(".1")),
            LifeWorlds.expiryOfALayerThatIsOpened()),
    LEAVES_AN_EXPIRY_THAT_WAS_REMOVED_BESIDE_A_LOAD(
            Lacking.commands(OperationKind.LOAD, command -> command.verb() == Verb.PERSIST),
            LifeWorlds.expiryRemovedBesideALoad()),
    TAKES_KEYS_THAT_WERE_USED_FOR_NOT_YET_MADE(
            WindowMistakes.overlookingNames(), UndoneWorlds.lostKeysOfTheFirstSlice()),
    MAKES_KEYS_THAT_WERE_USED_ANEW(WindowMistakes.makingAnew(), UndoneWorlds.lostKeysThatAreMadeAgain()),
    MEASURES_KEYS_THAT_ARE_BEING_MADE(
            WindowMistakes.measuringWhatIsBeingMade(), WindowMistakes.measurementBesideABirth()),
    LEAVES_SLICES_THAT_IT_DOES_NOT_KNOW(
            Lacking.commands(
                    OperationKind.DELETE, command -> command.verb() == Verb.UNLINK && Lacking.isPartition(command)),
            LossWorlds.deletionBehindARefusedClaim()),
    KEEPS_TO_A_CHOICE_THAT_IS_UNDONE(WindowMistakes.keepingToItsChoice(), UndoneWorlds.lostChoiceAndMark()),
    REMEMBERS_BEHIND_LOST_CLAIMS(UndoneMistakes.rememberingBehindLostClaims(), NearCacheWorlds.behindLostClaims()),
    REMEMBERS_BEHIND_LOST_KEYS(UndoneMistakes.rememberingBehindLostKeys(), NearCacheWorlds.behindLostKeys()),
    REMEMBERS_BEHIND_ITS_OWN_CLEAR(UndoneMistakes.rememberingBehindItsClear(), NearCacheWorlds.behindItsOwnClear()),
    KNOWS_WHAT_IS_FORGOTTEN(WindowMistakes.withoutTime("a"), NearCacheWorlds.ofWhatIsJustForgotten()),
    KNOWS_WHAT_IS_FORGOTTEN_WHILE_KEYS_MOVE(WindowMistakes.knowingWhatMoves(), NearCacheWorlds.ofAForgottenSlice()),
    LEAVES_ITS_EXPIRY_BESIDE_A_LOSS(
            UndoneMistakes.givingUpAtALoss(OperationKind.EXPIRE), LossWorlds.lossBesideTwoExpiries()),
    MAKES_ITS_OWN_SLICE_BEHIND_A_CLOCK_SET_BACK(WindowMistakes.choosing(), LifeWorlds.sliceBehindAClockSetBack()),
    BRINGS_WHAT_A_CLEAR_HAS_REMOVED_TO_ANOTHER_SLICE(
            SuccessorMistakes.takingAClearForARebuild(), SuccessorWorlds.addOfTwoSlicesBesideAClear()),
    BRINGS_WHAT_A_CLEAR_HAS_REMOVED_UNDER_A_CLAIM(
            SuccessorMistakes.bringingAll(), SuccessorWorlds.claimsOfTwoGenerations()),
    HIDES_ANOTHER_LIFE_BEHIND_A_REFUSED_CLAIM(
            SuccessorMistakes.withoutTelling(OperationKind.CLAIM_ALL), SuccessorWorlds.refusedClaimBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_BEHIND_A_REPLICA(
            SuccessorMistakes.withoutTelling(LOOK_UP), SuccessorWorlds.lookUpOnAReplicaBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_BEHIND_A_BROKEN_LOAD(
            SuccessorMistakes.withoutTelling(OperationKind.LOAD), SuccessorWorlds.brokenLoadBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_BEHIND_A_BROKEN_ADD(
            SuccessorMistakes.withoutTelling(OperationKind.ADD_ALL), SuccessorWorlds.brokenAddBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_FROM_A_GROUP(
            SuccessorMistakes.withoutTelling(OperationKind.ADD_TOGETHER),
            SuccessorWorlds.groupOfThreeLayersBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_FROM_A_GROUP_IN_A_WINDOW(
            SuccessorMistakes.withoutTelling(OperationKind.ADD_TOGETHER),
            SuccessorWorlds.groupInAWindowBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_BEHIND_A_MEASUREMENT(
            SuccessorMistakes.withoutTelling(OperationKind.STATS), SuccessorWorlds.measurementBesideAnotherLife()),
    TELLS_OF_A_LIFE_THAT_HAS_ENDED(
            SuccessorMistakes.tellingOfWhatHasEnded(), SuccessorWorlds.measurementBesideTwoOtherLives()),
    LEAVES_ITS_EXPIRY_BESIDE_A_LOSS_THAT_A_CREATOR_FINDS(
            UndoneMistakes.givingUpAtALoss(OperationKind.OPEN), LossWorlds.lossBesideACreatorAndAnExpiry()),
    BRINGS_NO_KNOWN_ELEMENT_OVER(
            RebuildMistakes.intoOneGeneration(OperationKind.ADD_TOGETHER), NearCacheWorlds.besideARebuildThatItKnows()),
    BRINGS_NO_ELEMENT_OVER_BEHIND_A_LOOK_UP(
            RebuildMistakes.intoOneGeneration(OperationKind.ADD_TOGETHER),
            NearCacheWorlds.behindALookUpThatMeetsAMark()),
    BRINGS_NO_CLAIMED_ELEMENT_OVER(
            RebuildMistakes.intoOneGeneration(OperationKind.CLAIM_ALL),
            NearCacheWorlds.confirmedForWhoKnowsOfTheRebuild()),
    CONFIRMS_IN_A_SLICE_THAT_HAS_ENDED(WindowMistakes.standingStill(), NearCacheWorlds.confirmedByALateReply()),
    TAKES_REFUSED_CLAIMS_FOR_WRITTEN(ClaimMistakes.overlookingRefusals(), LossWorlds.claimsOnAServerThatFillsUp()),
    WRITES_AN_EXPIRY_ONCE_MORE(UndoneMistakes.writingWhatItHasRead(), LifeWorlds.expiryOverAnotherBehindAClear()),
    CLEANS_UP_WITH_AN_OLD_EXPIRY(new FrozenConfig(OperationKind.LOAD, 1), LossWorlds.lossBesideALoadAndAnExpiry()),
    TAKES_OVER_WHAT_IS_PUBLISHED(ImportMistakes.overwritingTheLog(), ImportWorlds.twoOfOneSnapshot()),
    IMPORTS_WITHOUT_A_LIMIT(ImportMistakes.withoutALimit(), ImportWorlds.death()),
    PUBLISHES_BEFORE_IT_HAS_IMPORTED(ImportMistakes.publishingFirst(), ImportWorlds.intoAFreeName()),
    LEAVES_WHAT_IT_HAS_IMPORTED_AN_EXPIRY(
            Lacking.commands(OperationKind.IMPORT, command -> command.verb() == Verb.PERSIST),
            ImportWorlds.longAfter()),
    LETS_CLAIMS_EXPIRE_WITH_THE_FILTER(ClaimMistakes.expiringEarly(), ExpiryWorlds.claimsOfWhatLivesOn()),
    TAKES_WHAT_EXPIRES_FOR_ALIVE(Lacking.signOfLife(), ExpiryWorlds.expiryOfWhatIsNotAlive());

    private final Distortion distortion;
    private final World world;

    Mistake(Distortion distortion, World world) {
        this.distortion = distortion;
        this.world = world;
    }

    Distortion distortion() {
        return distortion;
    }

    World world() {
        return world;
    }
}
