package io.polybloom.internal.claims;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Verb;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.util.List;
import java.util.SortedSet;

/** A filter whose writer crashes and starts again. */
final class ClaimsScene {

    final MemoryRedis redis = new MemoryRedis();
    final FilterSpec spec;
    final BloomFilter<CharSequence> filter;

    ClaimsScene(FilterSpec spec) {
        this.spec = spec;
        this.filter = TestFilters.open(redis, spec);
    }

    /** The claims of a consumer that has just been started. */
    Claims<CharSequence> restarted() {
        return TestFilters.open(redis, spec).claims("orders-0");
    }

    /** The one set of claims, without the member that it was made with. */
    List<String> stored() {
        SortedSet<String> members = redis.sets.values().iterator().next();
        return members.stream().filter(member -> !member.equals("-")).toList();
    }

    String key() {
        return redis.sets.keySet().iterator().next();
    }

    /** The answers to commands of this kind are lost from now on, though they are executed if the test says so. */
    void cut(Verb verb) {
        redis.cut(verb);
    }

    void mend() {
        redis.answerInstead = command -> null;
    }
}
