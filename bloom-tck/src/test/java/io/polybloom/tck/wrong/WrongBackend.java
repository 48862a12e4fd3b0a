package io.polybloom.tck.wrong;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.claims.BelievesInLostClaims;
import io.polybloom.tck.wrong.claims.ClaimsTooLate;
import io.polybloom.tck.wrong.claims.KeepsClaimsForEver;
import io.polybloom.tck.wrong.claims.KeepsWhatIsSettled;
import io.polybloom.tck.wrong.claims.OverlooksClaims;
import io.polybloom.tck.wrong.command.AddsPastTheSeal;
import io.polybloom.tck.wrong.command.AsksOneLayerAtATime;
import io.polybloom.tck.wrong.command.CountsAtEveryLookUp;
import io.polybloom.tck.wrong.command.ForgetsTheExpiryOfAMerge;
import io.polybloom.tck.wrong.command.ForgetsTheLastOffset;
import io.polybloom.tck.wrong.command.ForgetsToExpireTheConfig;
import io.polybloom.tck.wrong.command.KeepsOldKeys;
import io.polybloom.tck.wrong.command.KeepsOldLayers;
import io.polybloom.tck.wrong.command.KeepsTemporaryKeys;
import io.polybloom.tck.wrong.command.KeepsTheConfig;
import io.polybloom.tck.wrong.command.LooksUpByAdding;
import io.polybloom.tck.wrong.command.MergesWithoutTheOldBits;
import io.polybloom.tck.wrong.command.OverwritesTheConfig;
import io.polybloom.tck.wrong.command.PrefixesKeys;
import io.polybloom.tck.wrong.command.SendsAgain;
import io.polybloom.tck.wrong.command.SignsTheConfig;
import io.polybloom.tck.wrong.command.TakesTheNextServer;
import io.polybloom.tck.wrong.command.UsesTheNeighbouringPartition;
import io.polybloom.tck.wrong.counting.CountsElsewhere;
import io.polybloom.tck.wrong.counting.DropsOptions;
import io.polybloom.tck.wrong.counting.LeavesOneUncounted;
import io.polybloom.tck.wrong.counting.LetsStoppedCountersFall;
import io.polybloom.tck.wrong.counting.MergesNothing;
import io.polybloom.tck.wrong.counting.RemovesTwice;
import io.polybloom.tck.wrong.filter.AddsInReverse;
import io.polybloom.tck.wrong.filter.AnswersFalseOnError;
import io.polybloom.tck.wrong.filter.CreatesWhatIsMissing;
import io.polybloom.tck.wrong.filter.HandsOutTheFirstAnswer;
import io.polybloom.tck.wrong.filter.HashesToString;
import io.polybloom.tck.wrong.filter.IgnoresThePlan;
import io.polybloom.tck.wrong.filter.KeepsTheErrorFromThoseWhoWait;
import io.polybloom.tck.wrong.filter.KeepsTheExpiry;
import io.polybloom.tck.wrong.filter.LooksBeforeItAdds;
import io.polybloom.tck.wrong.filter.LosesTheListener;
import io.polybloom.tck.wrong.filter.LosesTheRemainder;
import io.polybloom.tck.wrong.filter.MeasuresBeforeItWorks;
import io.polybloom.tck.wrong.filter.MergesOnlyTheFirst;
import io.polybloom.tck.wrong.filter.NeverAbandons;
import io.polybloom.tck.wrong.filter.OpensWhatItFinds;
import io.polybloom.tck.wrong.filter.PassesOverNulls;
import io.polybloom.tck.wrong.filter.RebuildsFromNothing;
import io.polybloom.tck.wrong.filter.RoundsTheInstant;
import io.polybloom.tck.wrong.filter.TakesUnansweredForNew;
import io.polybloom.tck.wrong.filter.ThrowsForeignExceptions;
import io.polybloom.tck.wrong.group.ExecutesAgain;
import io.polybloom.tck.wrong.group.ExecutesOneByOne;
import io.polybloom.tck.wrong.group.TurnsTheRepliesAround;
import io.polybloom.tck.wrong.later.BlocksItsCaller;
import io.polybloom.tck.wrong.later.EncodesItAllFirst;
import io.polybloom.tck.wrong.later.ForgetsTheContext;
import io.polybloom.tck.wrong.later.WrapsFailures;
import io.polybloom.tck.wrong.reply.BelievesInMerges;
import io.polybloom.tck.wrong.reply.CountsTooFewBits;
import io.polybloom.tck.wrong.reply.CountsWholeKeys;
import io.polybloom.tck.wrong.reply.CutsMarksOff;
import io.polybloom.tck.wrong.reply.DoubtsRefusals;
import io.polybloom.tck.wrong.reply.DropsReplies;
import io.polybloom.tck.wrong.reply.IgnoresTheSentinel;
import io.polybloom.tck.wrong.reply.KeepsUnreadReplies;
import io.polybloom.tck.wrong.reply.LosesTheReason;
import io.polybloom.tck.wrong.reply.MixesUpThreads;
import io.polybloom.tck.wrong.reply.OverlooksTheSeal;
import io.polybloom.tck.wrong.reply.ReadsEveryOtherBit;
import io.polybloom.tck.wrong.reply.ReadsFromAnOldCache;
import io.polybloom.tck.wrong.reply.RemembersParameters;
import io.polybloom.tck.wrong.reply.SwapsTwoReplies;
import io.polybloom.tck.wrong.reply.TakesErrorsForNothing;
import io.polybloom.tck.wrong.reply.TakesRefusalsForSilence;
import io.polybloom.tck.wrong.serverfilter.AnswersFromTheEnd;
import io.polybloom.tck.wrong.serverfilter.HidesTheRefusal;
import io.polybloom.tck.wrong.serverfilter.KeepsFiltersOfTheServer;
import io.polybloom.tck.wrong.serverfilter.LetsNoFilterGrow;
import io.polybloom.tck.wrong.serverfilter.QuotesItems;
import io.polybloom.tck.wrong.serverfilter.TakesFullForPresent;
import io.polybloom.tck.wrong.serverfilter.TakesLostFiltersForEmpty;
import io.polybloom.tck.wrong.transport.ReplaysInFlight;
import io.polybloom.tck.wrong.window.ForgetsClaimsWithTheWindow;
import io.polybloom.tck.wrong.window.KeepsSlicesForEver;
import io.polybloom.tck.wrong.window.OverlooksEndedSlices;
import io.polybloom.tck.wrong.window.SendsTheKeyOfATime;
import io.polybloom.tck.wrong.window.StopsTheClock;
import io.polybloom.tck.wrong.window.TakesLostSlicesForEmpty;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Backends that are right but for one deliberate mistake, each with the rules that must fail because of it. */
public enum WrongBackend implements Backend {
    FORGETS_THE_LAST_OFFSET(
            Mistakes.transport(ForgetsTheLastOffset::new),
            Rule.NO_FALSE_NEGATIVE,
            Rule.TRUE_IF_A_BIT_CHANGED,
            Rule.BULK_ANSWERS_IN_ORDER,
            Rule.BITS_OF_THE_REFERENCE,
            Rule.SERVER_OF_A_PARTITION,
            Rule.LOAD_KEEPS_ADDS,
            Rule.KNOWN_IS_TRUE,
            Rule.BITS_OF_OTHER_SYSTEMS,
            Rule.SERVERS_OF_OTHER_SYSTEMS,
            Rule.BITS_OF_A_LOAD),
    READS_EVERY_OTHER_BIT(
            Mistakes.transport(ReadsEveryOtherBit::new),
            Rule.RATE_AS_PROMISED,
            Rule.OVERFULL_RATE,
            Rule.LAYERS_OF_THE_FORMAT,
            Rule.GROWS_WITHIN_ITS_RATE,
            Rule.LAYERS_ARE_USED_UP,
            Rule.ONE_LAYER_AT_ONCE,
            Rule.STALE_CLIENT_ASKS_ON,
            Rule.GROWTH_IS_RESUMED,
            Rule.LOST_LAYER,
            Rule.GROWN_IS_CLEARED,
            Rule.KNOWN_IS_TRUE,
            Rule.BULK_ANSWERS_IN_ORDER),
    IGNORES_THE_SENTINEL(
            Mistakes.transport(IgnoresTheSentinel::new),
            Rule.LOST_CONFIG,
            Rule.CLEARED_FOR_EVERYBODY,
            Rule.DELETED_FOR_EVERYBODY,
            Rule.STALE_CLIENT_FOLLOWS,
            Rule.EXPIRED_IS_GONE,
            Rule.LOST_PARTITION,
            Rule.LOST_LAYER,
            Rule.KNOWN_FOR_ITS_TIME,
            Rule.CLEARED_IS_NOT_REMOVED,
            Rule.BITS_OF_OTHER_SYSTEMS),
    USES_THE_NEIGHBOURING_PARTITION(
            Mistakes.transport(UsesTheNeighbouringPartition::new),
            Rule.BITS_OF_THE_REFERENCE,
            Rule.SERVER_OF_A_PARTITION,
            Rule.DELETED_FOR_EVERYBODY,
            Rule.BITS_OF_A_LOAD,
            Rule.LOAD_KEEPS_ADDS,
            Rule.CLUSTER_OPERATIONS),
    SWAPS_TWO_REPLIES(
            Mistakes.transport(SwapsTwoReplies::new),
            Rule.NO_FALSE_NEGATIVE,
            Rule.BULK_ANSWERS_IN_ORDER,
            Rule.KNOWN_IS_TRUE),
    MIXES_UP_THREADS(Mistakes.transport(MixesUpThreads::new), Rule.TRUE_IF_A_BIT_CHANGED),
    DROPS_REPLIES(
            Mistakes.transport(DropsReplies::new),
            Rule.NO_FALSE_NEGATIVE,
            Rule.BULK_ANSWERS_IN_ORDER,
            Rule.RATE_AS_PROMISED,
            Rule.CLEARED_FOR_EVERYBODY,
            Rule.CLUSTER_OPERATIONS,
            Rule.LOAD_NOTICES_LOSS,
            Rule.KNOWN_IS_TRUE,
            Rule.SERVERS_OF_OTHER_SYSTEMS),
    REPLAYS_IN_FLIGHT(
            new LettuceBackend(ReplaysInFlight::new)::connect, Rule.WRITES_ARE_SENT_ONCE, Rule.CUT_REPLY_IS_NO_ANSWER),
    SENDS_AGAIN(
            Mistakes.transport(SendsAgain::new),
            Rule.WRITES_ARE_SENT_ONCE,
            Rule.CUT_REPLY_IS_NO_ANSWER,
            Rule.COUNTED_ONCE,
            Rule.COUNTER_TELLS_ERRORS,
            Rule.SERVER_FILTER_IN_DOUBT),
    LOOKS_UP_BY_ADDING(
            Mistakes.transport(LooksUpByAdding::new), Rule.STALE_CLIENT_FOLLOWS, Rule.KNOWN_IS_CONFIRMED_BY_A_READ),
    KEEPS_UNREAD_REPLIES(
            Mistakes.transport(KeepsUnreadReplies::new),
            Rule.CUT_REPLY_IS_NO_ANSWER,
            Rule.BULK_TELLS_THE_TRUTH,
            Rule.WRITES_ARE_SENT_ONCE),
    READS_FROM_AN_OLD_CACHE(
            Mistakes.transport(ReadsFromAnOldCache::new),
            Rule.LOST_CONFIG,
            Rule.NO_FALSE_NEGATIVE,
            Rule.TRUE_IF_A_BIT_CHANGED,
            Rule.CLEARED_FOR_EVERYBODY,
            Rule.DELETED_FOR_EVERYBODY,
            Rule.KNOWN_IS_TRUE,
            Rule.STALE_CLIENT_FOLLOWS),
    LOSES_THE_REASON(
            Mistakes.transport(LosesTheReason::new),
            Rule.FOREIGN_KEYS_UNTOUCHED,
            Rule.SERVER_ERRORS,
            Rule.FOREIGN_PARTITION,
            Rule.UNREACHABLE,
            Rule.LOGIN_REFUSED,
            Rule.ERRORS_WITHOUT_TRAILER),
    TAKES_ERRORS_FOR_NOTHING(
            Mistakes.transport(TakesErrorsForNothing::new),
            Rule.FOREIGN_KEYS_UNTOUCHED,
            Rule.SERVER_ERRORS,
            Rule.FOREIGN_PARTITION,
            Rule.GROWTH_IS_RESUMED,
            Rule.FAILED_LOAD_IS_REPEATED,
            Rule.ERRORS_WITHOUT_TRAILER),
    TAKES_REFUSALS_FOR_SILENCE(
            Mistakes.transport(TakesRefusalsForSilence::new), Rule.SERVER_ERRORS, Rule.ERRORS_WITHOUT_TRAILER),
    DOUBTS_REFUSALS(Mistakes.transport(DoubtsRefusals::new), Rule.SERVER_ERRORS, Rule.ERRORS_WITHOUT_TRAILER),
    FORGETS_TO_EXPIRE_THE_CONFIG(
            Mistakes.transport(ForgetsToExpireTheConfig::new),
            Rule.EXPIRES_AT_THE_INSTANT,
            Rule.EXPIRY_OF_EVERY_KEY,
            Rule.FAILED_LOAD_IS_REPEATED,
            Rule.EXPIRY_SURVIVES_A_LOAD,
            Rule.LIFE_OF_OTHER_SYSTEMS),
    KEEPS_THE_EXPIRY(Mistakes.filter(KeepsTheExpiry::new), Rule.EXPIRY_IS_LIFTED),
    ROUNDS_THE_INSTANT(Mistakes.filter(RoundsTheInstant::new), Rule.EXPIRES_AT_THE_INSTANT),
    OVERWRITES_THE_CONFIG(
            Mistakes.transport(OverwritesTheConfig::new),
            Rule.EXPIRY_IS_LIFTED,
            Rule.NO_FALSE_NEGATIVE,
            Rule.ONE_OF_MANY_IS_FIRST,
            Rule.ADOPTED,
            Rule.OTHER_PARAMETERS_REFUSED,
            Rule.CREATORS_AGREE,
            Rule.CLEARED_FOR_EVERYBODY,
            Rule.DELETED_FOR_EVERYBODY,
            Rule.STALE_CLIENT_FOLLOWS,
            Rule.FOREIGN_KEYS_UNTOUCHED,
            Rule.UNKNOWN_FORMAT_REFUSED,
            Rule.CLIENT_STAYS_OPEN,
            Rule.KNOWN_IS_SILENT,
            Rule.KNOWN_IS_TRUE,
            Rule.UNREACHABLE),
    SIGNS_THE_CONFIG(Mistakes.transport(SignsTheConfig::new), Rule.CANONICAL_CONFIG),
    KEEPS_OLD_KEYS(
            Mistakes.transport(KeepsOldKeys::new),
            Rule.LOST_CONFIG,
            Rule.CREATORS_AGREE,
            Rule.CLUSTER_OPERATIONS,
            Rule.CLEARED_FOR_EVERYBODY,
            Rule.DELETED_FOR_EVERYBODY,
            Rule.STALE_CLIENT_FOLLOWS,
            Rule.LOST_PARTITION,
            Rule.GROWN_IS_CLEARED,
            Rule.BITS_OF_A_LOAD,
            Rule.LOAD_KEEPS_ADDS,
            Rule.FAILED_LOAD_IS_REPEATED,
            Rule.EXPIRY_SURVIVES_A_LOAD,
            Rule.KNOWN_FOR_ITS_TIME,
            Rule.LIFE_OF_OTHER_SYSTEMS),
    PREFIXES_KEYS(
            Mistakes.transport(PrefixesKeys::new),
            Rule.LOST_CONFIG_IS_NOTICED,
            Rule.LOST_CONFIG,
            Rule.EXPIRES_AT_THE_INSTANT,
            Rule.EXPIRY_IS_LIFTED,
            Rule.BITS_OF_THE_REFERENCE,
            Rule.CANONICAL_CONFIG,
            Rule.SERVER_OF_A_PARTITION,
            Rule.TAGGED_NAMES,
            Rule.PARTITIONS_SPREAD,
            Rule.CREATORS_AGREE,
            Rule.CLEARED_FOR_EVERYBODY,
            Rule.STALE_CLIENT_FOLLOWS,
            Rule.LAYERS_OF_THE_FORMAT,
            Rule.LOST_LAYER,
            Rule.GROWN_IS_CLEARED,
            Rule.EXPIRY_OF_EVERY_KEY,
            Rule.EXPIRED_IS_GONE,
            Rule.FOREIGN_KEYS_UNTOUCHED,
            Rule.UNKNOWN_FORMAT_REFUSED,
            Rule.LOST_PARTITION,
            Rule.FOREIGN_PARTITION,
            Rule.CLUSTER_OPERATIONS,
            Rule.BITS_OF_A_LOAD,
            Rule.LOAD_KEEPS_ADDS,
            Rule.FAILED_LOAD_IS_REPEATED,
            Rule.EXPIRY_SURVIVES_A_LOAD,
            Rule.KNOWN_FOR_ITS_TIME,
            Rule.BITS_OF_OTHER_SYSTEMS,
            Rule.PARAMETERS_OF_OTHER_SYSTEMS,
            Rule.PARAMETERS_VOUCH,
            Rule.SERVERS_OF_OTHER_SYSTEMS,
            Rule.ERRORS_WITHOUT_TRAILER,
            Rule.LIFE_OF_OTHER_SYSTEMS),
    MERGES_WITHOUT_THE_OLD_BITS(
            Mistakes.transport(MergesWithoutTheOldBits::new),
            Rule.BITS_OF_A_LOAD,
            Rule.LOAD_KEEPS_ADDS,
            Rule.FAILED_LOAD_IS_REPEATED,
            Rule.EXPIRY_SURVIVES_A_LOAD,
            Rule.CLUSTER_OPERATIONS,
            Rule.UNION_OF_ALL,
            Rule.UNION_KEEPS_ADDS,
            Rule.UNION_OF_LAYERS),
    OVERLOOKS_CLAIMS(
            Mistakes.transport(OverlooksClaims::new),
            Rule.CLAIMS_REPEAT_ANSWERS,
            Rule.CLAIMS_SURVIVE_A_CRASH,
            Rule.SETTLED_IS_FORGOTTEN,
            Rule.CLAIMS_BELONG_TO_THE_FILTER,
            Rule.CLAIMS_OUTLIVE_SLICES),
    CLAIMS_TOO_LATE(Mistakes.transport(ClaimsTooLate::new), Rule.CLAIMS_SURVIVE_A_CRASH),
    KEEPS_WHAT_IS_SETTLED(
            Mistakes.transport(KeepsWhatIsSettled::new), Rule.CLAIMS_REPEAT_ANSWERS, Rule.SETTLED_IS_FORGOTTEN),
    BELIEVES_IN_LOST_CLAIMS(Mistakes.transport(BelievesInLostClaims::new), Rule.LOST_CLAIMS_NOTICED),
    KEEPS_CLAIMS_FOR_EVER(Mistakes.transport(KeepsClaimsForEver::new), Rule.CLAIMS_BELONG_TO_THE_FILTER),
    LETS_STOPPED_COUNTERS_FALL(
            Mistakes.transport(LetsStoppedCountersFall::new),
            Rule.REMOVED_IS_ABSENT,
            Rule.COUNTERS_OF_THE_REFERENCE,
            Rule.COUNTERS_STOP_AT_15),
    REMOVES_TWICE(
            Mistakes.transport(RemovesTwice::new),
            Rule.REMOVED_IS_ABSENT,
            Rule.COUNTERS_OF_THE_REFERENCE,
            Rule.COUNTERS_STOP_AT_15,
            Rule.COUNTED_ONCE,
            Rule.REMOVAL_BESIDE_USE),
    LEAVES_ONE_UNCOUNTED(
            Mistakes.transport(LeavesOneUncounted::new),
            Rule.COUNTS_WITHIN_ITS_ERROR,
            Rule.COUNTED_UNDER_ITS_NAME,
            Rule.COUNTERS_MERGE),
    COUNTS_ELSEWHERE(Mistakes.transport(CountsElsewhere::new), Rule.COUNTED_UNDER_ITS_NAME),
    MERGES_NOTHING(Mistakes.transport(MergesNothing::new), Rule.COUNTERS_MERGE),
    DROPS_OPTIONS(Mistakes.transport(DropsOptions::new), Rule.LIFE_OF_A_COUNTER),
    STOPS_THE_CLOCK(
            Mistakes.transport(StopsTheClock::new),
            Rule.REMEMBERED_FOR_THE_SPAN,
            Rule.SLICES_OF_THE_FORMAT,
            Rule.LOST_SLICE_NOTICED,
            Rule.WAKES_UP_EMPTY,
            Rule.LATE_CLIENTS_LOSE_NOTHING,
            Rule.CLAIMS_OUTLIVE_SLICES),
    SENDS_THE_KEY_OF_A_TIME(
            Mistakes.transport(SendsTheKeyOfATime::new),
            Rule.REMEMBERED_FOR_THE_SPAN,
            Rule.SLICES_OF_THE_FORMAT,
            Rule.LOST_SLICE_NOTICED,
            Rule.WAKES_UP_EMPTY,
            Rule.LATE_CLIENTS_LOSE_NOTHING,
            Rule.WINDOWS_LIVE_LIKE_FILTERS,
            Rule.WINDOWS_REFUSE,
            Rule.REBUILD_REFUSES,
            Rule.CLAIMS_OUTLIVE_SLICES),
    KEEPS_SLICES_FOR_EVER(
            Mistakes.transport(KeepsSlicesForEver::new), Rule.SLICES_OF_THE_FORMAT, Rule.WINDOWS_LIVE_LIKE_FILTERS),
    TAKES_LOST_SLICES_FOR_EMPTY(Mistakes.transport(TakesLostSlicesForEmpty::new), Rule.LOST_SLICE_NOTICED),
    OVERLOOKS_ENDED_SLICES(Mistakes.transport(OverlooksEndedSlices::new), Rule.LATE_CLIENTS_LOSE_NOTHING),
    FORGETS_CLAIMS_WITH_THE_WINDOW(Mistakes.transport(ForgetsClaimsWithTheWindow::new), Rule.CLAIMS_OUTLIVE_SLICES),
    BELIEVES_IN_MERGES(Mistakes.transport(BelievesInMerges::new), Rule.UNION_NOTICES_LOSS),
    MERGES_ONLY_THE_FIRST(
            Mistakes.filters(MergesOnlyTheFirst::new),
            Rule.UNION_OF_ALL,
            Rule.UNION_OF_LAYERS,
            Rule.OTHER_PARAMETERS_NOT_MERGED),
    CUTS_MARKS_OFF(Mistakes.transport(CutsMarksOff::new), Rule.REBUILD_BESIDE_USE),
    IGNORES_THE_PLAN(Mistakes.filters(IgnoresThePlan::new), Rule.REBUILT_IN_PLACE),
    REBUILDS_FROM_NOTHING(
            Mistakes.filters(RebuildsFromNothing::new),
            Rule.REBUILT_IN_PLACE,
            Rule.REBUILD_BESIDE_USE,
            Rule.REBUILD_HEALS,
            Rule.REBUILD_ABANDONED,
            Rule.SERVER_FILTER_IN_USE),
    NEVER_ABANDONS(Mistakes.filters(NeverAbandons::new), Rule.REBUILD_ABANDONED),
    FORGETS_THE_EXPIRY_OF_A_MERGE(
            Mistakes.transport(ForgetsTheExpiryOfAMerge::new),
            Rule.FAILED_LOAD_IS_REPEATED,
            Rule.EXPIRY_SURVIVES_A_LOAD),
    KEEPS_TEMPORARY_KEYS(
            Mistakes.transport(KeepsTemporaryKeys::new),
            Rule.FAILED_LOAD_IS_REPEATED,
            Rule.EXPIRY_SURVIVES_A_LOAD,
            Rule.CLUSTER_OPERATIONS),
    COUNTS_WHOLE_KEYS(Mistakes.transport(CountsWholeKeys::new), Rule.STATS_MEASURE, Rule.ACCEPTS_ITS_CAPACITY),
    TAKES_THE_NEXT_SERVER(
            Mistakes.transport(TakesTheNextServer::new), Rule.SERVER_OF_A_PARTITION, Rule.SERVERS_OF_OTHER_SYSTEMS),
    REMEMBERS_PARAMETERS(
            Mistakes.transport(RemembersParameters::new),
            Rule.PARAMETERS_OF_OTHER_SYSTEMS,
            Rule.PARAMETERS_VOUCH,
            Rule.ERRORS_WITHOUT_TRAILER),
    ANSWERS_FALSE_ON_ERROR(
            Mistakes.filter(AnswersFalseOnError::new),
            Rule.LOST_CONFIG_IS_NOTICED,
            Rule.LOST_CONFIG,
            Rule.DELETED_FOR_EVERYBODY,
            Rule.EXPIRED_IS_GONE,
            Rule.SERVER_ERRORS,
            Rule.LOST_PARTITION,
            Rule.FOREIGN_PARTITION,
            Rule.UNREACHABLE,
            Rule.BULK_TELLS_THE_TRUTH,
            Rule.WRITES_ARE_SENT_ONCE,
            Rule.CUT_REPLY_IS_NO_ANSWER,
            Rule.CLIENT_STAYS_OPEN,
            Rule.ACCEPTS_ITS_CAPACITY,
            Rule.ACCEPTS_A_SMALL_CAPACITY,
            Rule.FULL_IS_READ_ONLY,
            Rule.SEAL_IN_THE_REPLY,
            Rule.GROWTH_IS_RESUMED,
            Rule.LOST_LAYER,
            Rule.WATCHING_IS_CHEAP,
            Rule.LOAD_NOTICES_LOSS,
            Rule.KNOWN_FOR_ITS_TIME,
            Rule.PARAMETERS_VOUCH,
            Rule.ERRORS_WITHOUT_TRAILER,
            Rule.STALE_CLIENT_FOLLOWS),
    TAKES_UNANSWERED_FOR_NEW(
            Mistakes.filter(TakesUnansweredForNew::new),
            Rule.SERVER_ERRORS,
            Rule.LOST_PARTITION,
            Rule.FOREIGN_PARTITION,
            Rule.UNREACHABLE,
            Rule.BULK_TELLS_THE_TRUTH,
            Rule.WRITES_ARE_SENT_ONCE,
            Rule.ACCEPTS_ITS_CAPACITY,
            Rule.ACCEPTS_A_SMALL_CAPACITY,
            Rule.FULL_IS_READ_ONLY,
            Rule.SEAL_IN_THE_REPLY,
            Rule.WATCHING_IS_CHEAP,
            Rule.PARAMETERS_VOUCH,
            Rule.ERRORS_WITHOUT_TRAILER),
    ADDS_IN_REVERSE(Mistakes.filter(AddsInReverse::new), Rule.TRUE_IF_A_BIT_CHANGED, Rule.FIRST_OF_EQUALS),
    LOSES_THE_REMAINDER(
            Mistakes.filter(LosesTheRemainder::new),
            Rule.NO_FALSE_NEGATIVE,
            Rule.BULK_ANSWERS_IN_ORDER,
            Rule.BITS_OF_THE_REFERENCE,
            Rule.SERVER_OF_A_PARTITION,
            Rule.PARTITIONS_SPREAD),
    LOOKS_BEFORE_IT_ADDS(
            Mistakes.filter(LooksBeforeItAdds::new),
            Rule.ONE_OF_MANY_IS_FIRST,
            Rule.WRITES_ARE_SENT_ONCE,
            Rule.CUT_REPLY_IS_NO_ANSWER),
    PASSES_OVER_NULLS(Mistakes.filter(PassesOverNulls::new), Rule.NULL_IS_REFUSED),
    MEASURES_BEFORE_IT_WORKS(
            Mistakes.filter(MeasuresBeforeItWorks::new),
            Rule.EMPTY_BATCH_IS_FREE,
            Rule.WRITES_ARE_SENT_ONCE,
            Rule.KNOWN_IS_SILENT,
            Rule.KNOWN_FOR_ITS_TIME),
    OPENS_WHAT_IT_FINDS(
            Mistakes.filters(OpensWhatItFinds::new),
            Rule.OTHER_PARAMETERS_REFUSED,
            Rule.CLIENT_STAYS_OPEN,
            Rule.PARAMETERS_OF_OTHER_SYSTEMS),
    CREATES_WHAT_IS_MISSING(Mistakes.filters(CreatesWhatIsMissing::new), Rule.ADOPTED),
    HASHES_TO_STRING(Mistakes.filters(HashesToString::new), Rule.BITS_OF_THE_REFERENCE),
    THROWS_FOREIGN_EXCEPTIONS(
            Mistakes.filters(ThrowsForeignExceptions::around),
            Rule.LOST_CONFIG_IS_NOTICED,
            Rule.LOST_CONFIG,
            Rule.ADOPTED,
            Rule.OTHER_PARAMETERS_REFUSED,
            Rule.DELETED_FOR_EVERYBODY,
            Rule.EXPIRED_IS_GONE,
            Rule.FOREIGN_KEYS_UNTOUCHED,
            Rule.UNKNOWN_FORMAT_REFUSED,
            Rule.SERVER_ERRORS,
            Rule.LOST_PARTITION,
            Rule.FOREIGN_PARTITION,
            Rule.UNREACHABLE,
            Rule.LOGIN_REFUSED,
            Rule.BULK_TELLS_THE_TRUTH,
            Rule.WRITES_ARE_SENT_ONCE,
            Rule.CUT_REPLY_IS_NO_ANSWER,
            Rule.CLIENT_STAYS_OPEN,
            Rule.FAILED_LOAD_IS_REPEATED,
            Rule.LOAD_NOTICES_LOSS,
            Rule.KNOWN_FOR_ITS_TIME,
            Rule.PARAMETERS_OF_OTHER_SYSTEMS,
            Rule.PARAMETERS_VOUCH,
            Rule.ERRORS_WITHOUT_TRAILER,
            Rule.COUNTED_ONCE,
            Rule.CLEARED_IS_NOT_REMOVED,
            Rule.COUNTING_REFUSES,
            Rule.FOREIGN_COUNTER,
            Rule.COUNTER_TELLS_ERRORS,
            Rule.STALE_CLIENT_FOLLOWS),
    CLOSES_THE_CLIENT(Mistakes::closingTheClient, Rule.STALE_CLIENT_FOLLOWS, Rule.CLIENT_STAYS_OPEN),
    KEEPS_THE_CONFIG(
            Mistakes.transport(KeepsTheConfig::new),
            Rule.EXPIRES_AT_THE_INSTANT,
            Rule.CLEARED_FOR_EVERYBODY,
            Rule.STALE_CLIENT_FOLLOWS,
            Rule.EXPIRY_OF_EVERY_KEY,
            Rule.EXPIRED_IS_GONE,
            Rule.LAYERS_OF_THE_FORMAT,
            Rule.GROWS_WITHIN_ITS_RATE,
            Rule.LAYERS_ARE_USED_UP,
            Rule.ONE_LAYER_AT_ONCE,
            Rule.STALE_CLIENT_ASKS_ON,
            Rule.GROWTH_IS_RESUMED,
            Rule.LOST_LAYER,
            Rule.GROWN_IS_CLEARED,
            Rule.LAYERS_IN_ONE_ROUND_TRIP,
            Rule.KNOWN_FOR_ITS_TIME,
            Rule.CLUSTER_OPERATIONS,
            Rule.KNOWN_IS_TRUE),
    ADDS_PAST_THE_SEAL(Mistakes.transport(AddsPastTheSeal::new), Rule.SEAL_IN_THE_REPLY, Rule.STALE_CLIENT_ASKS_ON),
    OVERLOOKS_THE_SEAL(
            Mistakes.transport(OverlooksTheSeal::new),
            Rule.FULL_IS_READ_ONLY,
            Rule.LAYERS_OF_THE_FORMAT,
            Rule.GROWS_WITHIN_ITS_RATE,
            Rule.LAYERS_ARE_USED_UP,
            Rule.GROWTH_IS_RESUMED,
            Rule.LOST_LAYER,
            Rule.LAYERS_IN_ONE_ROUND_TRIP,
            Rule.BITS_OF_OTHER_SYSTEMS,
            Rule.PARAMETERS_OF_OTHER_SYSTEMS,
            Rule.SERVERS_OF_OTHER_SYSTEMS),
    KEEPS_OLD_LAYERS(
            Mistakes.transport(KeepsOldLayers::new),
            Rule.LOST_CONFIG,
            Rule.GROWN_IS_CLEARED,
            Rule.EXPIRY_IS_LIFTED,
            Rule.CLUSTER_OPERATIONS,
            Rule.DELETED_FOR_EVERYBODY,
            Rule.STALE_CLIENT_FOLLOWS),
    COUNTS_TOO_FEW_BITS(
            Mistakes.transport(CountsTooFewBits::new),
            Rule.STATS_MEASURE,
            Rule.OVERFULL_IS_TOLD,
            Rule.ACCEPTS_ITS_CAPACITY,
            Rule.ACCEPTS_A_SMALL_CAPACITY,
            Rule.LAYERS_ARE_USED_UP,
            Rule.SERVER_OF_A_PARTITION,
            Rule.PARTITIONS_SPREAD),
    COUNTS_AT_EVERY_LOOK_UP(
            Mistakes.transport(CountsAtEveryLookUp::new),
            Rule.IDLE_COSTS_NOTHING,
            Rule.WATCHING_IS_CHEAP,
            Rule.KNOWN_IS_CONFIRMED_BY_A_READ),
    ASKS_ONE_LAYER_AT_A_TIME(
            Mistakes.hasty(Mistakes.transport(AsksOneLayerAtATime::new)), Rule.LAYERS_IN_ONE_ROUND_TRIP),
    LOSES_THE_LISTENER(
            Mistakes.filters(LosesTheListener::new),
            Rule.LOST_CONFIG_IS_NOTICED,
            Rule.OVERFULL_IS_TOLD,
            Rule.KNOWN_IS_SILENT,
            Rule.KNOWN_FOR_ITS_TIME,
            Rule.BITS_OF_OTHER_SYSTEMS,
            Rule.PARAMETERS_OF_OTHER_SYSTEMS,
            Rule.PARAMETERS_VOUCH,
            Rule.SERVERS_OF_OTHER_SYSTEMS,
            Rule.ERRORS_WITHOUT_TRAILER,
            Rule.LIFE_OF_OTHER_SYSTEMS),
    BLOCKS_ITS_CALLER(
            Mistakes.hasty(Mistakes.later(BlocksItsCaller::new)), Rule.CALLER_GOES_ON, Rule.EVENT_LOOP_GOES_ON),
    WRAPS_FAILURES(Mistakes.later(WrapsFailures::new), Rule.FAILURES_UNWRAPPED),
    FORGETS_THE_CONTEXT(Mistakes.later(ForgetsTheContext::new), Rule.CONTEXT_OF_THE_CALLER),
    ENCODES_IT_ALL_FIRST(Mistakes.later(EncodesItAllFirst::new), Rule.EVENT_LOOP_GOES_ON),
    EXECUTES_ONE_BY_ONE(Mistakes.groups(ExecutesOneByOne::new), Rule.GROUPS_ARE_WHOLE),
    EXECUTES_AGAIN(Mistakes.groups(ExecutesAgain::new), Rule.WRITES_ARE_SENT_ONCE),
    TURNS_THE_REPLIES_AROUND(Mistakes.groups(TurnsTheRepliesAround::new), Rule.GROUPS_ANSWER_IN_TURN),
    HANDS_OUT_THE_FIRST_ANSWER(Mistakes.filter(HandsOutTheFirstAnswer::new), Rule.OWN_ANSWER_AT_ONCE),
    KEEPS_THE_ERROR_FROM_THOSE_WHO_WAIT(Mistakes.filter(KeepsTheErrorFromThoseWhoWait::new), Rule.OWN_ERROR_AT_ONCE),
    ANSWERS_FROM_THE_END(Mistakes.transport(AnswersFromTheEnd::new), Rule.SERVER_FILTER_ANSWERS),
    TAKES_FULL_FOR_PRESENT(Mistakes.transport(TakesFullForPresent::new), Rule.SERVER_FILTER_REFUSES),
    LETS_NO_FILTER_GROW(Mistakes.transport(LetsNoFilterGrow::new), Rule.SERVER_FILTER_GROWS),
    TAKES_LOST_FILTERS_FOR_EMPTY(Mistakes.transport(TakesLostFiltersForEmpty::new), Rule.SERVER_FILTER_LOST),
    KEEPS_FILTERS_OF_THE_SERVER(Mistakes.transport(KeepsFiltersOfTheServer::new), Rule.SERVER_FILTER_LIFE),
    QUOTES_ITEMS(Mistakes.transport(QuotesItems::new), Rule.RESERVED_BY_OTHERS),
    HIDES_THE_REFUSAL(Mistakes.transport(HidesTheRefusal::new), Rule.SERVER_WITHOUT_FILTERS),
    FOLLOWS_NO_REDIRECT(new LettuceBackend(0)::connect, Rule.MOVING_SLOTS),
    KNOWS_ONE_NODE(Mistakes::toOneNode, Rule.PARTITIONS_SPREAD, Rule.CLUSTER_OPERATIONS, Rule.MOVING_SLOTS);

    private final Mistakes.Connector connector;
    private final Set<Rule> breaks;

    WrongBackend(Mistakes.Connector connector, Rule... breaks) {
        this.connector = connector;
        this.breaks = EnumSet.noneOf(Rule.class);
        this.breaks.addAll(List.of(breaks));
    }

    /** The rules that fail: these and no others. */
    public Set<Rule> breaks() {
        return breaks;
    }

    @Override
    public Map<Capability, String> missing() {
        return connector.sendsGroups() ? Map.of() : Map.of(Capability.GROUPS, "the right transport sends none");
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        return connector.connect(target, timeout);
    }
}
