package io.polybloom.tck.rule;

import java.util.regex.MatchResult;

/**
 * A promise that every backend keeps. Its text is in {@code docs/rules.md}, under its number. Numbers are never reused:
 * a dropped rule leaves a gap, and a new rule goes to the end of its chapter.
 *
 * <p>A test is bound to its rule by an annotation, {@code @Checks(Rule.NO_FALSE_NEGATIVE)}; a rule without a test fails
 * the build of the kit.
 */
public enum Rule {
    NO_FALSE_NEGATIVE("1.01"),
    TRUE_IF_A_BIT_CHANGED("1.02"),
    BULK_ANSWERS_IN_ORDER("1.03"),
    FIRST_OF_EQUALS("1.04"),
    EMPTY_BATCH_IS_FREE("1.05"),
    ONE_OF_MANY_IS_FIRST("1.06"),
    NULL_IS_REFUSED("1.07"),
    GROUPS_ANSWER_IN_TURN("1.08"),
    OWN_ANSWER_AT_ONCE("1.09"),

    BITS_OF_THE_REFERENCE("2.01"),
    CANONICAL_CONFIG("2.02"),

    RATE_AS_PROMISED("3.01"),
    STATS_MEASURE("3.02"),

    SERVER_OF_A_PARTITION("4.01"),
    TAGGED_NAMES("4.02"),
    PARTITIONS_SPREAD("4.03"),
    CLUSTER_OPERATIONS("4.04"),
    KEYS_ARE_BYTES("4.05"),

    ADOPTED("5.01"),
    OTHER_PARAMETERS_REFUSED("5.02"),
    CREATORS_AGREE("5.03"),
    CLEARED_FOR_EVERYBODY("5.04"),
    DELETED_FOR_EVERYBODY("5.05"),
    STALE_CLIENT_FOLLOWS("5.06"),
    EXPIRY_OF_EVERY_KEY("5.07"),
    EXPIRED_IS_GONE("5.08"),
    FOREIGN_KEYS_UNTOUCHED("5.09"),
    UNKNOWN_FORMAT_REFUSED("5.10"),
    EXPIRES_AT_THE_INSTANT("5.11"),
    EXPIRY_IS_LIFTED("5.12"),
    LOST_CONFIG("5.13"),
    LOST_CONFIG_IS_NOTICED("5.14"),

    OVERFULL_RATE("6.01"),
    OVERFULL_IS_TOLD("6.02"),
    ACCEPTS_ITS_CAPACITY("6.03"),
    ACCEPTS_A_SMALL_CAPACITY("6.04"),
    FULL_IS_READ_ONLY("6.05"),
    SEAL_IN_THE_REPLY("6.06"),
    LAYERS_OF_THE_FORMAT("6.07"),
    GROWS_WITHIN_ITS_RATE("6.08"),
    LAYERS_ARE_USED_UP("6.09"),
    ONE_LAYER_AT_ONCE("6.10"),
    STALE_CLIENT_ASKS_ON("6.11"),
    GROWTH_IS_RESUMED("6.12"),
    LOST_LAYER("6.13"),
    GROWN_IS_CLEARED("6.14"),
    LAYERS_IN_ONE_ROUND_TRIP("6.15"),
    IDLE_COSTS_NOTHING("6.16"),
    WATCHING_IS_CHEAP("6.17"),

    SERVER_ERRORS("7.01"),
    LOST_PARTITION("7.02"),
    FOREIGN_PARTITION("7.03"),
    UNREACHABLE("7.04"),
    LOGIN_REFUSED("7.05"),
    BULK_TELLS_THE_TRUTH("7.06"),
    WRITES_ARE_SENT_ONCE("7.07"),
    CUT_REPLY_IS_NO_ANSWER("7.08"),
    MOVING_SLOTS("7.09"),
    CLIENT_STAYS_OPEN("7.10"),
    GROUPS_ARE_WHOLE("7.11"),
    OWN_ERROR_AT_ONCE("7.12"),
    OLD_IS_ACKNOWLEDGED("7.13"),
    ACKNOWLEDGED_BY_THE_NODE("7.14"),
    PERSISTED_IS_ON_DISK("7.15"),
    INTERRUPTED_WAIT("7.16"),
    DEMOTED_PRIMARY("7.17"),
    CLOSED_CLIENT("7.18"),
    TASK_IS_ACKNOWLEDGED("7.19"),

    CALLER_GOES_ON("8.01"),
    FAILURES_UNWRAPPED("8.02"),
    CONTEXT_OF_THE_CALLER("8.03"),
    EVENT_LOOP_GOES_ON("8.04"),

    BITS_OF_A_LOAD("9.01"),
    LOAD_KEEPS_ADDS("9.02"),
    FAILED_LOAD_IS_REPEATED("9.03"),
    EXPIRY_SURVIVES_A_LOAD("9.04"),
    LOAD_NOTICES_LOSS("9.05"),
    LONG_VALUES("9.06"),

    KNOWN_IS_SILENT("10.01"),
    KNOWN_IS_TRUE("10.02"),
    KNOWN_FOR_ITS_TIME("10.03"),
    KNOWN_IS_CONFIRMED_BY_A_READ("10.04"),

    BITS_OF_OTHER_SYSTEMS("11.01"),
    PARAMETERS_OF_OTHER_SYSTEMS("11.02"),
    PARAMETERS_VOUCH("11.03"),
    SERVERS_OF_OTHER_SYSTEMS("11.04"),
    ERRORS_WITHOUT_TRAILER("11.05"),
    LIFE_OF_OTHER_SYSTEMS("11.06"),

    UNION_OF_ALL("12.01"),
    UNION_KEEPS_ADDS("12.02"),
    UNION_OF_LAYERS("12.03"),
    OTHER_PARAMETERS_NOT_MERGED("12.04"),
    UNION_NOTICES_LOSS("12.05"),

    REMEMBERED_FOR_THE_SPAN("13.01"),
    SLICES_OF_THE_FORMAT("13.02"),
    LOST_SLICE_NOTICED("13.03"),
    WAKES_UP_EMPTY("13.04"),
    LATE_CLIENTS_LOSE_NOTHING("13.05"),
    WINDOWS_LIVE_LIKE_FILTERS("13.06"),
    WINDOWS_REFUSE("13.07"),
    CLAIMS_OUTLIVE_SLICES("13.08"),

    REBUILT_IN_PLACE("14.01"),
    REBUILD_BESIDE_USE("14.02"),
    REBUILD_HEALS("14.03"),
    REBUILD_ABANDONED("14.04"),
    REBUILD_REFUSES("14.05"),
    REBUILD_GROWS("14.06"),

    CLAIMS_REPEAT_ANSWERS("15.01"),
    CLAIMS_SURVIVE_A_CRASH("15.02"),
    SETTLED_IS_FORGOTTEN("15.03"),
    LOST_CLAIMS_NOTICED("15.04"),
    CLAIMS_BELONG_TO_THE_FILTER("15.05"),

    REMOVED_IS_ABSENT("16.01"),
    COUNTERS_OF_THE_REFERENCE("16.02"),
    COUNTERS_STOP_AT_15("16.03"),
    COUNTED_ONCE("16.04"),
    CLEARED_IS_NOT_REMOVED("16.05"),
    COUNTING_REFUSES("16.06"),
    REMOVAL_BESIDE_USE("16.07"),

    COUNTS_WITHIN_ITS_ERROR("17.01"),
    COUNTED_UNDER_ITS_NAME("17.02"),
    COUNTERS_MERGE("17.03"),
    FOREIGN_COUNTER("17.04"),
    LIFE_OF_A_COUNTER("17.05"),
    COUNTER_TELLS_ERRORS("17.06"),
    COUNTS_BEYOND_32_BITS("17.07"),

    SERVER_FILTER_ANSWERS("18.01"),
    SERVER_FILTER_REFUSES("18.02"),
    SERVER_FILTER_GROWS("18.03"),
    SERVER_FILTER_LOST("18.04"),
    SERVER_FILTER_LIFE("18.05"),
    SERVER_WITHOUT_FILTERS("18.06"),
    SERVER_FILTER_IN_USE("18.07"),
    RESERVED_BY_OTHERS("18.08"),
    SERVER_FILTER_IN_DOUBT("18.09"),

    MIRROR_ANSWERS("19.01"),
    MIRROR_OF_ITS_CLIENT("19.02"),
    MIRROR_FOLLOWS("19.03"),
    MIRROR_OF_WHAT_IS_GONE("19.04"),
    MIRROR_IS_NOT_STALE("19.05"),
    MIRROR_READS_LITTLE("19.06"),
    MIRROR_NOTICES_LOST_WRITES("19.07"),

    SNAPSHOT_IS_THE_FILTER("20.01"),
    SNAPSHOT_APPEARS_WHOLE("20.02"),
    SNAPSHOT_RESUMES("20.03"),
    SNAPSHOT_OF_TWO_IMPORTS("20.04"),

    HOST_REFUSES_A_COMMAND("21.01"),
    HOST_WITHOUT_WAIT("21.02");

    /** The level of a rule. A violation of either level fails a test. */
    public enum Level {
        /** A backend that breaks it is not compatible. */
        MUST,
        /** A backend that breaks it is compatible, but worse than it could be. */
        SHOULD
    }

    /** How a rule is decided. */
    public enum Kind {
        /** A failure is a violation. */
        DETERMINISTIC,
        /**
         * A measurement; its test states the probability that it fails for a correct backend, less than one in a
         * million.
         */
        STATISTICAL
    }

    private final String id;
    private final MatchResult entry;

    Rule(String id) {
        this.id = id;
        this.entry = RulesPage.find("^### " + id + " (MUST|SHOULD)(, statistical)?\n\n((?:.+\n)+)\n"
                + "\\*Intent:\\* (?:.+\n)+\\*If it fails, check\\* ((?:.+\n)+)");
    }

    /** Returns its number, such as {@code "1.03"}: the chapter and the number within the chapter. */
    public String id() {
        return id;
    }

    /** Returns the heading of its chapter, such as {@code "1. Membership"}. */
    public String chapter() {
        return RulesPage.find("^## (" + id.substring(0, id.indexOf('.')) + "\\. .+)")
                .group(1);
    }

    /** Returns its level. */
    public Level level() {
        return Level.valueOf(entry.group(1));
    }

    /** Returns how it is decided. */
    public Kind kind() {
        return entry.group(2) == null ? Kind.DETERMINISTIC : Kind.STATISTICAL;
    }

    /** Returns the rule itself. */
    public String sentence() {
        return oneLine(entry.group(3));
    }

    /** Returns where to look if a backend breaks it. */
    public String check() {
        return oneLine(entry.group(4));
    }

    private static String oneLine(String paragraph) {
        return paragraph.strip().replace('\n', ' ');
    }
}
