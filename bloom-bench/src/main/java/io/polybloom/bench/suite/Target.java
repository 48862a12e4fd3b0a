package io.polybloom.bench.suite;

import io.polybloom.bench.run.Figure;
import java.util.Locale;

/** The targets, in the order in which they are shown. */
public enum Target {
    BULK_ADD_JEDIS("bulk add, Jedis, against Redisson add(Collection)", Bound.AT_LEAST, 5, "x the throughput"),
    BULK_ADD_REDISSON(
            "bulk add through Redisson, against Redisson add(Collection)", Bound.AT_LEAST, 4, "x the throughput"),
    BULK_ADD_VERTX("bulk add, Vert.x, against Redisson add(Collection)", Bound.AT_LEAST, 4, "x the throughput"),
    BULK_ADD_BITS("bulk add, Jedis, against k = 7 pipelined SETBITs", Bound.AT_LEAST, 1.9, "x the throughput"),
    BULK_LOOK_UP(
            "bulk look-up, blocked-v1, Jedis, against Redisson contains(Collection)",
            Bound.AT_LEAST,
            7,
            "x the throughput"),
    CALLS_ADD_JEDIS(
            "add in calls of 10,000, Jedis, against Redisson add(Collection)", Bound.AT_LEAST, 20, "x the throughput"),
    CALLS_ADD_REDISSON(
            "add in calls of 10,000 through Redisson, against Redisson add(Collection)",
            Bound.AT_LEAST,
            10,
            "x the throughput"),
    CALLS_ADD_VERTX(
            "add in calls of 10,000, Vert.x, against Redisson add(Collection)", Bound.AT_LEAST, 12, "x the throughput"),
    CALLS_ADD_SERVER(
            "add in calls of 10,000, Jedis, server time against naming each bit", Bound.AT_MOST, 0.08, "x the time"),
    CALLS_OF_1000_SERVER(
            "add in calls of 1,000, Jedis, server time against naming each bit", Bound.AT_MOST, 0.4, "x the time"),
    CALLS_OF_1000_ADD("add in calls of 1,000, Jedis, against naming each bit", Bound.AT_LEAST, 2, "x the throughput"),
    CALLS_LARGE_ADD(
            "add in calls of 100,000, capacity 10,000,000, Jedis, against naming each bit",
            Bound.AT_LEAST,
            8,
            "x the throughput"),
    CALLS_LOOK_UP(
            "look-up in calls of 10,000, Jedis, against Redisson contains(Collection)",
            Bound.AT_LEAST,
            20,
            "x the throughput"),
    WORDS_LOOK_UP(
            "look-up in calls of 100, words-v1, Jedis, server time against classic-v1",
            Bound.AT_MOST,
            0.5,
            "x the time"),
    NETWORK_FORM(
            "calls on limited networks, Jedis, against the better of naming bits and taking partitions, worst row",
            Bound.AT_LEAST,
            0.9,
            "x the throughput"),
    NETWORK_PEER(
            "calls on limited networks, Jedis, against Redisson, worst row", Bound.AT_LEAST, 3, "x the throughput"),
    NETWORK_BYTES(
            "bytes of calls on 1 Gbit/s, Jedis, against naming bits, worst row", Bound.AT_MOST, 1.5, "x the bytes"),
    MIGHT_CONTAIN_JEDIS("single mightContain, Jedis, against GET of a missing key", Bound.AT_MOST, 1.15, "x the time"),
    MIGHT_CONTAIN_REDISSON(
            "single mightContain, Redisson, against GET of a missing key", Bound.AT_MOST, 1.15, "x the time"),
    MIGHT_CONTAIN_VERTX("single mightContain, Vert.x, against GET of a missing key", Bound.AT_MOST, 1.15, "x the time"),
    ADD_JEDIS("single add, Jedis, against GET of a missing key", Bound.AT_MOST, 1.15, "x the time"),
    ADD_REDISSON("single add, Redisson, against GET of a missing key", Bound.AT_MOST, 1.15, "x the time"),
    ADD_VERTX("single add, Vert.x, against GET of a missing key", Bound.AT_MOST, 1.15, "x the time"),
    MIGHT_CONTAIN_PEER(
            "single mightContain, Redisson, against RBloomFilter.contains", Bound.AT_MOST, 1.0, "x the time"),
    MANY_THREADS(
            "single mightContain, 64 threads, Jedis, against GET by 64 threads", Bound.AT_LEAST, 3, "x the throughput"),
    MANY_FUTURES_REDISSON(
            "single mightContain, 256 in flight, Redisson, against RBloomFilter.containsAsync",
            Bound.AT_LEAST,
            5,
            "x the throughput"),
    MANY_FUTURES_VERTX(
            "single mightContain, 256 in flight, Vert.x, against RBloomFilter.containsAsync",
            Bound.AT_LEAST,
            5,
            "x the throughput"),
    LOAD_SPEED("load of 10,000,000 elements into an empty filter", Bound.AT_LEAST, 3_000_000, " elements/s"),
    LOAD_PEER("load of 10,000,000 elements, against Redisson add(Collection)", Bound.AT_LEAST, 20, "x the throughput"),
    LOAD_BEFORE(
            "load of 10,000,000 elements, against Redisson, as before partitions were taken whole",
            Bound.AT_LEAST,
            39.25,
            "x the throughput"),
    NEAR_CACHE_HIT("near-cache hit, one thread", Bound.AT_LEAST, 5_000_000, " elements/s"),
    MIRROR_LOOK_UP("look-up of an absent element in a mirror, one thread", Bound.AT_LEAST, 8_000_000, " elements/s"),
    MIRROR_PEER(
            "look-up of an absent element in a mirror, against Guava BloomFilter.mightContain",
            Bound.AT_LEAST,
            1.2,
            "x the throughput"),
    MIRROR_CALLS(
            "look-ups of absent elements in a mirror in calls of 1,000, one thread",
            Bound.AT_LEAST,
            8_000_000,
            " elements/s"),
    MIRROR_CALLS_PEER(
            "look-ups of absent elements in a mirror in calls of 1,000, against Guava BloomFilter.mightContain",
            Bound.AT_LEAST,
            1.2,
            "x the throughput"),
    MIRROR_GARBAGE("look-up in a mirror: garbage per element", Bound.AT_MOST, 0.01, " bytes"),
    MIRROR_THREADS("look-up in a mirror, 8 threads, against one", Bound.AT_LEAST, 1.8, "x the throughput"),
    MIRROR_UNCHANGED("refresh of an unchanged mirror, largest capacity: server time", Bound.AT_MOST, 5, " ms"),
    MIRROR_UNCHANGED_BYTES("refresh of an unchanged mirror, largest capacity: bytes", Bound.AT_MOST, 100, " KB"),
    MIRROR_CHANGED_BYTES(
            "refresh after 10,000 adds, largest capacity: bytes, against the pieces that have changed",
            Bound.AT_MOST,
            2,
            "x the bytes"),
    BUILD_TIME("build by two threads and import, largest capacity, against a load", Bound.AT_MOST, 1, "x the time"),
    BUILD_SERVER(
            "build by two threads and import, largest capacity, server time against a load",
            Bound.AT_MOST,
            0.2,
            "x the time"),
    HASHING_SPEED(
            "element to bits in a local bitmap, against Guava BloomFilter.put",
            Bound.AT_LEAST,
            1.3,
            "x the throughput"),
    HASHING_GARBAGE("element to bits in a local bitmap: garbage per element", Bound.AT_MOST, 1, " bytes"),
    GROWTH_ADD("cost of add per element, most expensive capacity against cheapest", Bound.AT_MOST, 1.5, "x the time"),
    GROWTH_LOOK_UP(
            "cost of look-up per element, most expensive capacity against cheapest", Bound.AT_MOST, 1.5, "x the time"),
    CLAIMS_NEW(
            "claims.addAll of new elements in calls of 1,000, Jedis, server time against addAll, most expensive"
                    + " capacity",
            Bound.AT_MOST,
            2,
            "x the time"),
    CLAIMS_PRESENT(
            "claims.addAll of present elements in calls of 1,000, Jedis, server time against addAll, most expensive"
                    + " capacity",
            Bound.AT_MOST,
            2,
            "x the time"),
    DEDUP_SPEED("bloom dedup of 10,000,000 distinct lines", Bound.AT_LEAST, 2_500_000, " lines/s"),
    DEDUP_HALVED_SPEED("bloom dedup of 10,000,000 lines, each of them twice", Bound.AT_LEAST, 2_500_000, " lines/s"),
    DEDUP_RARE_SPEED("bloom dedup --fpp 1e-6 of 10,000,000 distinct lines", Bound.AT_LEAST, 1_500_000, " lines/s"),
    DEDUP_SORT("bloom dedup of 10,000,000 distinct lines, against sort -u", Bound.AT_MOST, 1, "x the time"),
    DEDUP_HALVED_SORT(
            "bloom dedup of 10,000,000 lines, each of them twice, against sort -u", Bound.AT_MOST, 1, "x the time"),
    BEFORE_MEDIAN("single mightContain, Jedis, against an earlier build", Bound.AT_MOST, 1.03, "x the time"),
    BEFORE_HIGHEST(
            "single mightContain, Jedis, 99th percentile against an earlier build", Bound.AT_MOST, 1.03, "x the time"),
    CALLS_MODULE_ADD(
            "add in calls of 10,000, Jedis, against BF.MADD of 1,000, pipelined",
            Bound.AT_LEAST,
            1,
            "x the throughput"),
    CALLS_MODULE_SERVER(
            "add in calls of 10,000, Jedis, server time against BF.MADD of 1,000, pipelined",
            Bound.AT_MOST,
            0.5,
            "x the time");

    private enum Bound {
        AT_LEAST,
        AT_MOST
    }

    private final String title;
    private final Bound bound;
    private final double limit;
    private final String unit;

    Target(String title, Bound bound, double limit, String unit) {
        this.title = title;
        this.bound = bound;
        this.limit = limit;
        this.unit = unit;
    }

    /** Returns the measured value and its reference, without mention of another target. */
    public String title() {
        return title;
    }

    /** Returns the bound in words. */
    public String bound() {
        return (bound == Bound.AT_MOST ? "at most " : "at least ") + inUnit(limit);
    }

    /** Returns a figure in the unit of the target, as exactly as it is judged. */
    public String inUnit(double figure) {
        String pattern = limit >= 1000 ? "%,.0f" : limit < 2 ? "%.3f" : "%.2f";
        return String.format(Locale.ROOT, pattern, figure) + unit;
    }

    /** Returns whether it can only be measured with {@code --before} or with the Bloom module. */
    public boolean needsMore() {
        return ordinal() >= BEFORE_MEDIAN.ordinal();
    }

    /** Returns the figure whose median is further from the target, or further beyond it. */
    Figure worse(Figure one, Figure other) {
        boolean isOneLess = one.median() < other.median();
        return isOneLess == (bound == Bound.AT_LEAST) ? one : other;
    }

    public boolean isReachedBy(double figure) {
        return bound == Bound.AT_MOST ? figure <= limit : figure >= limit;
    }
}
