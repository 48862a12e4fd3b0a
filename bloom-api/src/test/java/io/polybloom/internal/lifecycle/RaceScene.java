package io.polybloom.internal.lifecycle;

import io.polybloom.FilterSpec;
import io.polybloom.MemoryRedis;
import io.polybloom.StoredConfig;
import io.polybloom.TestFilters;
import io.polybloom.TimedFilter;
import io.polybloom.driver.FilterOperations;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Verb;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** One filter that two clients have open, one of which does something between two batches of the other. */
final class RaceScene {

    final MemoryRedis redis = new MemoryRedis();
    final TimedFilter filter = new TimedFilter(redis, TestFilters.clicks(3));
    final TimedFilter other = new TimedFilter(redis, TestFilters.clicks(3));
    final String origin = filter.description().origin();

    /** Lets something happen once, before the first batch that is meant. */
    void before(Predicate<Batch> meant, Runnable accident) {
        boolean[] done = {false};
        redis.before = batch -> {
            if (!done[0] && meant.test(batch)) {
                done[0] = true;
                accident.run();
            }
        };
    }

    static Predicate<Batch> beginsWith(Verb verb) {
        return batch -> batch.commands().get(0).verb() == verb;
    }

    /** Refuses every command of this verb. */
    void refuse(Verb verb) {
        redis.refuse(verb, "OOM no");
    }

    void clearByTheOther() {
        other.run(FilterOperations::clear);
    }

    void deleteByTheOther() {
        other.run(FilterOperations::delete);
    }

    /** Deletes the filter and makes one of that name with an element in it. */
    TimedFilter makeAnew(FilterSpec spec) {
        deleteByTheOther();
        TimedFilter anew = new TimedFilter(redis, spec);
        anew.add("a");
        return anew;
    }

    Map<String, String> fields() {
        return StoredConfig.fields(redis);
    }

    /** Returns the expiries of all partitions; 0 stands for none. */
    Set<Long> expiriesOfPartitions() {
        Set<Long> expiries = new TreeSet<>();
        redis.strings.keySet().forEach(key -> expiries.add(redis.expiries.getOrDefault(key, 0L)));
        return expiries;
    }
}
