package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.simulation.act.ImportWorlds;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.defect.DemotedWorlds;
import io.polybloom.simulation.defect.LifeWorlds;
import io.polybloom.simulation.defect.LossWorlds;
import io.polybloom.simulation.defect.NearCacheWorlds;
import io.polybloom.simulation.defect.SuccessorWorlds;
import io.polybloom.simulation.redis.ServerVersion;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.time.Duration;

/** One guard that is left out, and a world in which it is missed. */
enum Mistake {
    TAKES_EVERY_PARTITION_FOR_ALIVE(
            sent().answered(reply -> Rewriting.withTrailer(reply, 0, 1)), MistakeWorlds.eviction()),
    OVERLOOKS_SEALS(sent().answered(reply -> Rewriting.withTrailer(reply, 1, 0)), MistakeWorlds.grownByAnother()),
    NEVER_SEALS(sent().sending(Rewriting::withoutSeal), MistakeWorlds.grownByAnother()),
    READS_AN_OLD_VERSION_AFTER_A_SEAL(
            Format.reads().of("a").by(OperationKind.ADD_ALL).answered(Format::withoutGrowth),
            MistakeWorlds.secondGrowth()),
    SEALS_ANOTHER_LAYER_THAN_IT_HAS_SAMPLED(
            (command, caller, server) -> Rewriting.sealingTheNext(command, server), MistakeWorlds.growth()),
    LEAVES_THE_OLD_GENERATION(sent(Verb.UNLINK).skipped(), MistakeWorlds.clear()),
    PUBLISHES_BEFORE_IT_HAS_MADE(RegisterMistakes.publishingFirst(), MistakeWorlds.twoOpeners()),
    REMOVES_AFTER_THE_NEXT_VERSION(RegisterMistakes.unlinkingLate(), RegisterMistakes.clearBesideAnOpener()),
    REMOVES_BEFORE_ITS_OWN_VERSION(RegisterMistakes.unlinkingEarly(), RegisterMistakes.clearBesideALookUp()),
    REMOVES_FROM_ONE_SERVER_ONLY(RegisterMistakes.onOneServer(), RegisterMistakes.clearOnTwoServers()),
    LEAVES_A_LAYER_THAT_IT_HAS_NOT_PUBLISHED(Format.unlinksLayers().by(ADD).skipped(), RegisterMistakes.twoMakers()),
    TAKES_OVER_WITHOUT_A_NAME(
            When.both(
                    Format.writing(Format.writes("by").by(OperationKind.OPEN), Format.endingNothing()),
                    Format.unlinksLayers().by(OperationKind.OPEN).skipped()),
            RegisterMistakes.takeover()),
    BELIEVES_THE_REGISTER(RegisterMistakes.believingTheRegister(), RegisterMistakes.publishedInPart()),
    RESTORES_NO_REGISTER(RegisterMistakes.restoringNothing(), RegisterMistakes.copy()),
    RESTORES_NO_COPY(RegisterMistakes.restoringNothing(), RegisterMistakes.register()),
    RESTORES_FOR_EVER(RegisterMistakes.restoringForEver(), RegisterMistakes.copyOfWhatExpires()),
    LEAVES_DIFFERENT_TEXTS(
            RegisterMistakes.overlookingDifferences(RegisterMistakes.splitting()), RegisterMistakes.different()),
    TAKES_A_STRANGER_FOR_A_SUCCESSOR(
            RegisterMistakes.overlookingStrangers(RegisterMistakes.intruding()), RegisterMistakes.stranger()),
    LETS_THE_REGISTER_EXPIRE_BEFORE_ITS_KEYS(RegisterMistakes.settlingTheRegisterLast(), RegisterMistakes.prolonged()),
    PUBLISHES_WITH_AN_OLD_EXPIRY(RegisterMistakes.settlingOnce(ADD), RegisterMistakes.growthBesideAnExpiry()),
    TAKES_A_NAME_THAT_IS_CLAIMED(
            Format.overwriting(Format.writes("making").by(OperationKind.OPEN)), MistakeWorlds.twoOpeners()),
    USES_A_LAYER_THAT_IS_NOT_READY(Format.reads().answered(Format::ready), MistakeWorlds.twoOpeners()),
    CHANGES_AN_EXPIRY_WITHOUT_A_NOTE(
            Format.writing(Format.writes("settle"), state -> state.remove("settle")), RegisterMistakes.prolonged()),
    BELIEVES_ITS_NEAR_CACHE_WITHOUT_ASKING(
            sent().by(LOOK_UP).of("a").answered(Rewriting::withAllBits), MistakeWorlds.nearCacheAfterFailover()),
    SENDS_WRITES_TWICE(
            sent(Verb.BITFIELD).executed((command, caller, server) -> {
                server.apply(command);
                return server.apply(command);
            }),
            MistakeWorlds.oneAdd()),
    MAKES_PARTITIONS_WITHOUT_A_LIMIT(sent(Verb.PEXPIRE).by(OperationKind.OPEN).skipped(), RegisterMistakes.lateMaker()),
    LOADS_WITHOUT_A_LIMIT(
            Lacking.limits(OperationKind.LOAD), LeftoverWorlds.death(LeftoverWorlds.loading(), "of a loader")),
    COPIES_WITHOUT_A_LIMIT(
            Lacking.limits(OperationKind.COPY), LeftoverWorlds.death(LeftoverWorlds.copying(), "of a copier")),
    LEAVES_WHAT_A_WRITE_HAS_MADE(
            sent(Verb.UNLINK).by(ADD).skipped(), RegisterMistakes.addBeside(call(OperationKind.CLEAR, "b"))),
    DELETES_WITHOUT_A_TOMBSTONE(RegisterMistakes.withoutATombstone(), RegisterMistakes.lateDeletion()),
    KEEPS_A_TOMBSTONE_FOR_EVER(
            Format.ofRegister(Verb.PEXPIRE).by(OperationKind.DELETE).skipped(), RegisterMistakes.deletion()),
    WRITES_AN_EXPIRY_OVER_A_DELETION(
            Format.overwriting(Format.writes("settle")), MistakeWorlds.expiryBesideADeletion()),
    GOES_BY_AN_OLD_EXPIRY(Lacking.readings(OperationKind.STATS, 1), LifeWorlds.usedByAnOldExpiry()),
    LETS_THE_REGISTER_EXPIRE_AT_THE_SAME_TIME(Lacking.respite(), ClockWorlds.serverBehind()),
    LEAVES_THE_REGISTER_AN_EXPIRY(RegisterMistakes.withoutATouch(), LifeWorlds.lateExpiryOfAnotherLife()),
    GOES_BY_ITS_OWN_CLOCK(
            sent(Verb.TIME).by(OperationKind.OPEN).answered(time -> Rewriting.later(time, Duration.ofMinutes(10))),
            ClockWorlds.clientAhead()),
    TAKES_ITS_OWN_TIME_FOR_THE_SERVERS(
            sent(Verb.TIME).answered(time -> Rewriting.later(time, Duration.ofMinutes(10))), LifeWorlds.clockAhead()),
    MEASURES_TIME_BY_THE_WALL_CLOCK(Lacking.steadyClock(), LifeWorlds.clockSetBack()),
    FORGETS_THE_EXPIRY_AFTER_A_MERGE(Lacking.expiryOfPartitions(OperationKind.LOAD), MistakeWorlds.loadOfWhatExpires()),
    FORGETS_THE_EXPIRY_OF_A_UNION(Lacking.expiryOfPartitions(OperationKind.MERGE), MistakeWorlds.unionThatExpires()),
    MERGES_WITH_AN_OLD_EXPIRY(Lacking.readings(OperationKind.LOAD, 1), MistakeWorlds.loadAndExpiry()),
    BELIEVES_THAT_ITS_UPLOAD_IS_THERE(
            sent(Verb.UNLINK).by(OperationKind.LOAD).skipped(), MistakeWorlds.loadAndEviction()),
    BELIEVES_THAT_ITS_COPY_OF_A_COUNTER_WAS_MERGED(
            sent(Verb.UNLINK).by(OperationKind.MERGE_COUNTERS).skipped(), MistakeWorlds.mergeOfCounters()),
    REBUILDS_WITHOUT_A_MARK(RebuildMistakes.unmarked(), RebuildMistakes.addition()),
    SWITCHES_BEFORE_IT_HAS_FILLED(sent(Verb.BITOP).by(OperationKind.REBUILD).skipped(), RebuildMistakes.addition()),
    PUBLISHES_A_REBUILD_BESIDE_THE_OLD_PARTITIONS(
            sent(Verb.UNLINK).by(OperationKind.REBUILD).skipped(), RebuildMistakes.stale()),
    ADDS_TO_ONE_GENERATION_ONLY(RebuildMistakes.intoGenerations(1, ADD), RebuildMistakes.addition()),
    FORGETS_A_REBUILD_AFTER_A_CLEAR(
            RebuildMistakes.intoGenerations(2, OperationKind.ADD_ALL), SuccessorWorlds.bulkAddAfterAClear()),
    FILLS_THE_NEXT_GENERATION_WITHOUT_MEASURING(
            sent(Verb.BITCOUNT).by(OperationKind.REBUILD).skipped(new Reply.Int(0)),
            SuccessorWorlds.rebuildThatIsTooSmall()),
    DECIDES_ON_A_REBUILD_TWICE(
            Format.overwriting(Format.writes(state -> true).by(OperationKind.REBUILD, OperationKind.ABANDON)),
            RebuildMistakes.abandonment()),
    OVERLOOKS_MARKS(RebuildMistakes.overlookingMarks(), RebuildMistakes.addition()),
    OVERLOOKS_MARKS_OF_WHAT_IT_READS(RebuildMistakes.overlookingMarksOfWhatItReads(), RebuildMistakes.grown()),
    OVERLOOKS_A_MARK_THAT_NOBODY_EXPLAINS(RebuildMistakes.overlookingOrphans(), RebuildMistakes.undone()),
    KEEPS_A_REBUILD_THAT_IS_DEAD(RebuildMistakes.keepingADeadRebuild(), RebuildMistakes.lost()),
    BELIEVES_THAT_ITS_COPY_IS_UP_TO_DATE(Lacking.verification(), MistakeWorlds.copyAndAdd()),
    EXCHANGES_WHAT_EXPIRES(
            sent(Verb.PTTL).by(OperationKind.ADD_ALL).skipped(new Reply.Int(-1)), ExchangeWorlds.untoldExpiry()),
    READS_WHAT_IT_HAS_MERGED(ExchangeWorlds.mergingFirst(), ExchangeWorlds.twoAdders()),
    OVERWRITES_WHAT_IT_EXCHANGES(
            sent(Verb.BITOP)
                    .by(OperationKind.ADD_ALL)
                    .sending(command -> new Command(Verb.BITOP, command.key(), command.arguments()[1])),
            ExchangeWorlds.twoAdders()),
    DOES_NOT_SEE_CLAIMS(ClaimMistakes.blind(), ClaimMistakes.crash()),
    ADDS_WITHOUT_A_CLAIM(ClaimMistakes.unclaimed(), ClaimMistakes.crash()),
    KEEPS_THE_CLAIM_OF_WHAT_WAS_THERE(
            sent(Verb.ZREM).by(OperationKind.CLAIM_ALL).skipped(), ClaimMistakes.repetition()),
    TAKES_LOST_CLAIMS_FOR_NONE(sent(Verb.ZLEXCOUNT).by(OperationKind.CLAIM_ALL).skipped(), ClaimMistakes.eviction()),
    READS_CLAIMS_ONLY_BEFORE_IT_ADDS(ClaimMistakes.hasty(), ClaimMistakes.twoOwners()),
    CLAIMS_NOTHING_AFTER_A_CLEAR(ClaimMistakes.claimingOnce(), ClaimMistakes.crashAfterClear()),
    CLAIMS_NOTHING_AFTER_THE_CLEAR_OF_A_FULL_FILTER(
            ClaimMistakes.claimingOnce(), SuccessorWorlds.claimsAndAFullGrowingFilter()),
    CLAIMS_NOTHING_AFTER_THE_CLEAR_OF_A_FULL_REJECTING_FILTER(
            ClaimMistakes.claimingOnce(), SuccessorWorlds.claimsAndAFullRejectingFilter()),
    MAKES_CLAIMS_AT_ANY_TIME(ClaimMistakes.underOneName(), ClaimMistakes.lateBirth()),
    LETS_CLAIMS_OUTLIVE_THE_FILTER(ClaimMistakes.leaving(OperationKind.EXPIRE, Verb.PEXPIREAT), ClaimMistakes.expiry()),
    LEAVES_CLAIMS_AFTER_A_CLEAR(ClaimMistakes.leaving(OperationKind.CLEAR, Verb.UNLINK), ClaimMistakes.clear()),
    COPIES_A_PARTITION_TO_THE_NEXT_SLICE(WindowMistakes.copying(), WindowMistakes.addBesideAMove()),
    MOVES_ON_WITHOUT_CLEARING(sent(Verb.BITOP_AND).skipped(), WindowMistakes.everySlice()),
    CLEARS_WHAT_OTHERS_HAVE_ADDED(WindowMistakes.clearingAfterTheMove(), WindowMistakes.twoMovers()),
    REMOVES_A_MASK_THAT_OTHERS_NEED(WindowMistakes.removingTheMaskEarly(), WindowMistakes.twoMoversOfTwoPartitions()),
    CHOOSES_ITS_OWN_NEXT_SLICE(WindowMistakes.choosing(), WindowMistakes.moverThatIsLate()),
    LOOKS_ONLY_WHERE_THE_KEYS_WERE(
            WindowMistakes.looksElsewhere().answered(reply -> Rewriting.withTrailer(reply, 0, 0)),
            WindowMistakes.lookUpBesideAMove()),
    LETS_A_SLICE_EXPIRE_TOO_EARLY(
            sent(Verb.PEXPIREAT)
                    .ofPartition()
                    .sending(command ->
                            Rewriting.earlier(command, Duration.ofMillis(WindowMistakes.SPAN + WindowMistakes.SLICE))),
            WindowMistakes.nextSlice()),
    FORGETS_THE_OLDEST_SLICE(WindowMistakes.forgettingTheOldest(), WindowMistakes.nextSlice()),
    FORGETS_A_SLICE_TOO_LATE(WindowMistakes.withoutTime(), WindowMistakes.idle()),
    OVERLOOKS_THE_END_OF_A_SLICE(WindowMistakes.standingStill(), WindowMistakes.endDuringAnAdd()),
    FINDS_WHAT_IS_FORGOTTEN(WindowMistakes.withoutTime(), WindowMistakes.forgotten(call(LOOK_UP, "a", "x"))),
    TAKES_WHAT_IS_FORGOTTEN_FOR_PRESENT(WindowMistakes.withoutTime(), WindowMistakes.forgotten(call(ADD, "a", "x"))),
    IS_NOT_TOLD_OF_A_CLOCK_SET_FORWARD(WindowMistakes.withoutTime(), WindowMistakes.setForward()),
    LETS_CLAIMS_EXPIRE_WITH_THE_WINDOW(WindowMistakes.forgettingClaims(), WindowMistakes.forgottenDelivery()),
    DOES_NOT_SEE_CLAIMS_IN_A_WINDOW(ClaimMistakes.blind(), WindowMistakes.crash()),
    ADDS_WITHOUT_A_CLAIM_IN_A_WINDOW(ClaimMistakes.unclaimed(), WindowMistakes.crash()),
    LEAVES_A_NEW_SLICE_WITHOUT_THE_EXPIRY(
            Lacking.expiryOfPartitions(OperationKind.EXPIRE), LifeWorlds.expiryOfANewSlice()),
    OVERLOOKS_THE_SLICES_OF_OTHERS(Format.reads().of("b").answered(Format::withoutSlices), WindowMistakes.firstSlice()),
    TAKES_AN_OLD_PRIMARY_FOR_THE_NEW_ONE(Lacking.proof(), DemotedWorlds.lookUp()),
    TAKES_AN_OLD_PRIMARY_FOR_THE_NEW_ONE_WITHOUT_WRITING(Lacking.proof(), DemotedWorlds.reader()),
    TAKES_AN_OLD_PRIMARY_FOR_THE_NEW_ONE_ON_A_HOST(
            Lacking.proof(), DemotedWorlds.lookUp().on(ServerVersion.HOST_WITHOUT_WAIT)),
    TAKES_A_WINDOW_FOR_FORGOTTEN(Lacking.proof(), DemotedWorlds.pastWindow()),
    COPIES_FROM_AN_OLD_PRIMARY(Lacking.proof(), DemotedWorlds.copy()),
    OVERLOOKS_A_REBUILD_ON_AN_OLD_PRIMARY(Lacking.proof(), DemotedWorlds.mirror()),
    TAKES_A_FILTER_FOR_GONE_WHERE_NOTHING_IS(Lacking.proof(), DemotedWorlds.emptyReplica()),
    REMOVES_CLAIMS_FROM_ANY_SERVER(
            sent(Verb.ZREM).sending(command -> new Command(Verb.UNLINK, command.key())),
            DemotedWorlds.claimOnAnEmptyPrimary()),
    BRINGS_ELEMENTS_AFTER_AN_UNSEALED_LAYER(
            sent().by(ADD, OperationKind.REBUILD).sending(Rewriting::withoutSeal), SuccessorWorlds.grownAfterAClear()),
    PASSES_A_LAYER_THAT_IS_OPEN(GrowthMistakes.passingOver(), GrowthMistakes.publishedAndOpen()),
    GROWS_WITHOUT_A_SEAL(GrowthMistakes.growingWithoutASeal(), GrowthMistakes.grownAgain()),
    LEAVES_AN_EXPIRY_THAT_WAS_REMOVED_BESIDE_A_LOAD(
            sent(Verb.PERSIST).by(OperationKind.LOAD).skipped(), LifeWorlds.expiryRemovedBesideALoad()),
    REMEMBERS_AFTER_LOST_CLAIMS(UndoneMistakes.rememberingAfterLostClaims(), NearCacheWorlds.afterLostClaims()),
    REMEMBERS_AFTER_ITS_OWN_CLEAR(UndoneMistakes.rememberingAfterItsClear(), NearCacheWorlds.afterItsOwnClear()),
    KNOWS_WHAT_IS_FORGOTTEN(WindowMistakes.withoutTime(), NearCacheWorlds.ofWhatIsJustForgotten()),
    KNOWS_WHAT_IS_FORGOTTEN_WHILE_KEYS_MOVE(
            WindowMistakes.looksElsewhere()
                    .of("a")
                    .and((command, caller) -> caller.operation().elements().contains("x"))
                    .answered(Rewriting::withAllBits),
            NearCacheWorlds.ofAForgottenSlice()),
    LEAVES_ITS_EXPIRY_BESIDE_A_LOSS(
            UndoneMistakes.givingUpAtALoss(OperationKind.EXPIRE), LossWorlds.lossBesideTwoExpiries()),
    MAKES_ITS_OWN_SLICE_AFTER_A_CLOCK_SET_BACK(WindowMistakes.choosing(), LifeWorlds.sliceAfterAClockSetBack()),
    BRINGS_WHAT_A_CLEAR_HAS_REMOVED_TO_ANOTHER_SLICE(
            SuccessorMistakes.takingAClearForARebuild(), SuccessorWorlds.addOfTwoSlicesBesideAClear()),
    BRINGS_WHAT_A_CLEAR_HAS_REMOVED_UNDER_A_CLAIM(
            SuccessorMistakes.bringingAll(), SuccessorWorlds.claimsOfTwoGenerations()),
    HIDES_ANOTHER_LIFE_AFTER_A_REFUSED_CLAIM(
            SuccessorMistakes.withoutTelling(OperationKind.CLAIM_ALL), SuccessorWorlds.refusedClaimBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_AFTER_A_REPLICA(
            SuccessorMistakes.withoutTelling(LOOK_UP), SuccessorWorlds.lookUpOnAReplicaBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_AFTER_A_BROKEN_LOAD(
            SuccessorMistakes.withoutTelling(OperationKind.LOAD), SuccessorWorlds.brokenLoadBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_AFTER_A_BROKEN_ADD(
            SuccessorMistakes.withoutTelling(OperationKind.ADD_ALL), SuccessorWorlds.brokenAddBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_FROM_A_GROUP(
            SuccessorMistakes.withoutTelling(OperationKind.ADD_TOGETHER),
            SuccessorWorlds.groupOfThreeLayersBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_FROM_A_GROUP_IN_A_WINDOW(
            SuccessorMistakes.withoutTelling(OperationKind.ADD_TOGETHER),
            SuccessorWorlds.groupInAWindowBesideAnotherLife()),
    HIDES_ANOTHER_LIFE_AFTER_A_MEASUREMENT(
            SuccessorMistakes.withoutTelling(OperationKind.STATS), SuccessorWorlds.measurementBesideAnotherLife()),
    BRINGS_NO_KNOWN_ELEMENT_OVER(
            RebuildMistakes.intoGenerations(1, OperationKind.ADD_TOGETHER),
            NearCacheWorlds.besideARebuildThatItKnows()),
    BRINGS_NO_ELEMENT_OVER_AFTER_A_LOOK_UP(
            RebuildMistakes.intoGenerations(1, OperationKind.ADD_TOGETHER),
            NearCacheWorlds.afterALookUpThatMeetsAMark()),
    BRINGS_NO_CLAIMED_ELEMENT_OVER(
            RebuildMistakes.intoGenerations(1, OperationKind.CLAIM_ALL),
            NearCacheWorlds.confirmedForWhoKnowsOfTheRebuild()),
    CONFIRMS_IN_A_SLICE_THAT_HAS_ENDED(WindowMistakes.standingStill(), NearCacheWorlds.confirmedByALateReply()),
    TAKES_REFUSED_CLAIMS_FOR_WRITTEN(
            sent(Verb.ZADD).answered(reply -> reply instanceof Reply.Failure ? When.DONE : reply),
            LossWorlds.claimsOnAServerThatFillsUp()),
    CLEANS_UP_WITH_AN_OLD_EXPIRY(Lacking.readings(OperationKind.LOAD, 1), LossWorlds.lossBesideALoadAndAnExpiry()),
    TAKES_OVER_WHAT_IS_PUBLISHED(
            Format.overwriting(Format.ofImports(Verb.HSETNX).by(OperationKind.IMPORT)),
            ImportWorlds.twoOfOneSnapshot()),
    IMPORTS_WITHOUT_A_LIMIT(
            sent(Verb.SET)
                    .by(OperationKind.IMPORT)
                    .sending(command -> new Command(Verb.SET, command.key(), command.arguments()[0])),
            ImportWorlds.death()),
    PUBLISHES_BEFORE_IT_HAS_IMPORTED(ImportMistakes.publishingFirst(), ImportWorlds.intoAFreeName()),
    LEAVES_WHAT_IT_HAS_IMPORTED_AN_EXPIRY(
            sent(Verb.PERSIST).by(OperationKind.IMPORT).skipped(), ImportWorlds.longAfter()),
    LETS_CLAIMS_EXPIRE_WITH_THE_FILTER(
            Format.ofClaims(Verb.PEXPIREAT).sending(command -> Rewriting.earlier(command, Duration.ofDays(1))),
            ClaimMistakes.expiry());

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
