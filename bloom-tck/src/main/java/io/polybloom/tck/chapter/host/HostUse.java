package io.polybloom.tck.chapter.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Sets;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.FilterCopy;
import io.polybloom.FilterMerge;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MirrorOptions;
import io.polybloom.NearCache;
import io.polybloom.OverCapacity;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Verb;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The uses of filters, each with the commands that it cannot do without. docs/clients.md has the same table, and the
 * kit shows that each use needs these commands and no others.
 */
public enum HostUse {
    /** Creates a filter, opens it again, and looks an element up. */
    OPEN("create, open, look up", (filters, name) -> {
        FilterSpec spec = named(name).partitions(2).build();
        filters.open(spec, Use.TEXT, Use.OPTIONS);
        assertFalse(filters.open(spec, Use.TEXT, Use.OPTIONS).mightContain("absent"));
    }),
    /** Opens a filter by its name alone. */
    OPEN_EXISTING(
            "open by name alone",
            (filters, name) -> {
                open(filters, named(name));
                assertFalse(existing(filters, name).mightContain("absent"));
            },
            Verb.PTTL),
    /** Adds elements, one by one and beyond the capacity, and looks them up. */
    ADD(
            "add",
            (filters, name) -> {
                BloomFilter<CharSequence> filter =
                        open(filters, FilterSpec.named(name).capacity(5));
                assertTrue(filter.add("a"));
                assertFalse(filter.add("a"));
                assertTrue(filter.mightContain("a"));
                words(20).forEach(filter::add);
            },
            Verb.BITFIELD),
    /** Adds and looks up many elements at once. */
    BULK(
            "add and look up many elements at once",
            (filters, name) -> {
                BloomFilter<CharSequence> filter =
                        open(filters, named(name).capacity(10_000).falsePositiveRate(1e-9));
                assertEquals(3, count(filter.addAll(words(3))));
                assertEquals(Use.MANY - 3, count(filter.addAll(words(Use.MANY))));
                assertEquals(0, count(filter.addAll(words(Use.MANY))));
                assertEquals(Use.MANY, count(filter.mightContainAll(words(5 * Use.MANY))));
            },
            Verb.BITFIELD),
    /** Loads elements. */
    LOAD(
            "`load`",
            (filters, name) -> {
                BloomFilter<CharSequence> filter = open(filters, named(name));
                filter.load(words(Use.MANY), taken -> {});
                assertEquals(Use.MANY, count(filter.mightContainAll(words(Use.MANY))));
            },
            Verb.BITOP,
            Verb.SETRANGE,
            Verb.SET,
            Verb.PEXPIREAT),
    /** Measures a filter. */
    STATS(
            "`stats`, a listener for the capacity",
            (filters, name) -> open(filters, named(name)).stats(),
            Verb.BITCOUNT),
    /** Lets a filter grow. */
    GROW(
            "add to a filter that grows, even before it is full",
            (filters, name) -> {
                BloomFilter<CharSequence> filter =
                        open(filters, named(name).capacity(40).overCapacity(OverCapacity.GROW));
                filter.addAll(words(Use.MANY));
                assertEquals(Use.MANY, count(filter.mightContainAll(words(Use.MANY))));
            },
            Verb.BITFIELD,
            Verb.BITCOUNT),
    /** Clears a filter. */
    CLEAR(
            "add, then `clear`",
            (filters, name) -> {
                BloomFilter<CharSequence> filter = open(filters, named(name));
                filter.add("a");
                filter.clear();
                assertFalse(filter.mightContain("a"));
            },
            Verb.BITFIELD),
    /** Deletes a filter. */
    DELETE("`delete`", (filters, name) -> {
        open(filters, named(name)).delete();
        assertTrue(filters.describe(name).isEmpty());
    }),
    /** Sets an expiry, and removes it. */
    EXPIRE(
            "`expire` by a duration, `persist`",
            (filters, name) -> {
                BloomFilter<CharSequence> filter = open(filters, named(name));
                filter.expire(Duration.ofHours(1));
                assertTrue(filter.add("a"));
                filter.persist();
                assertTrue(filter.mightContain("a"));
            },
            Verb.BITFIELD,
            Verb.PEXPIREAT,
            Verb.TIME),
    /** Rebuilds a filter. */
    REBUILD(
            "rebuild",
            (filters, name) -> {
                BloomFilter<CharSequence> filter = open(filters, named(name));
                filter.add("a");
                filters.run(FilterRebuild.of(name).capacity(2000).from(List.of("b"), Use.TEXT));
                assertTrue(filter.mightContain("b"));
            },
            Verb.BITFIELD,
            Verb.PTTL,
            Verb.PEXPIREAT),
    /** Adds to a filter with a window. */
    WINDOW(
            "window",
            (filters, name) -> {
                BloomFilter<CharSequence> filter = open(filters, named(name).window(Duration.ofHours(6), 3));
                assertTrue(filter.add("a"));
                assertTrue(filter.mightContain("a"));
            },
            Verb.BITFIELD,
            Verb.PEXPIREAT,
            Verb.TIME),
    /** Uses claims. */
    CLAIMS(
            "claims",
            (filters, name) -> {
                Claims<CharSequence> claims = open(filters, named(name)).claims("writer");
                assertTrue(claims.add(1, "a"));
                assertTrue(claims.add(1, "a"));
                assertEquals(1, claims.unsettled());
                claims.settle(1);
                assertEquals(0, claims.unsettled());
            },
            Verb.BITFIELD,
            Verb.ZADD,
            Verb.ZREM,
            Verb.ZRANGEBYLEX,
            Verb.ZLEXCOUNT,
            Verb.ZREMRANGEBYLEX),
    /** Removes an element again. */
    REMOVE(
            "filters that count, `remove`",
            (filters, name) -> {
                FilterSpec spec = named(name).layout(Layouts.COUNTING).build();
                RemovableBloomFilter<CharSequence> filter = filters.openRemovable(spec, Use.TEXT, Use.OPTIONS);
                filter.add("a");
                assertTrue(filter.remove("a"));
                assertFalse(filter.mightContain("a"));
            },
            Verb.BITFIELD),
    /** Uses a near cache. */
    NEAR_CACHE(
            "near cache",
            (filters, name) -> {
                BloomFilter<CharSequence> filter =
                        filters.open(named(name).build(), Use.TEXT, Use.OPTIONS.nearCache(NearCache.ofMemory(1 << 20)));
                assertTrue(filter.add("a"));
                assertFalse(filter.add("a"));
            },
            Verb.BITFIELD),
    /** Mirrors a filter. */
    MIRROR(
            "mirror",
            (filters, name) -> {
                open(filters, named(name)).add("a");
                try (FilterMirror<CharSequence> mirror = filters.mirror(name, Use.TEXT, MirrorOptions.defaults())) {
                    assertTrue(mirror.mightContain("a"));
                    mirror.refresh();
                }
            },
            Verb.BITFIELD,
            Verb.BITCOUNT,
            Verb.GETRANGE,
            Verb.PTTL,
            Verb.TIME),
    /** Exports a snapshot, and imports it. */
    SNAPSHOT(
            "snapshot",
            (filters, name) -> {
                open(filters, named(name)).add("a");
                ByteArrayOutputStream file = new ByteArrayOutputStream();
                filters.run(SnapshotExport.of(name, file));
                filters.run(SnapshotImport.of(() -> new ByteArrayInputStream(file.toByteArray()))
                        .named(name + "-2"));
                assertTrue(existing(filters, name + "-2").mightContain("a"));
            },
            Verb.BITFIELD,
            Verb.BITCOUNT,
            Verb.GETRANGE,
            Verb.STRLEN,
            Verb.SET,
            Verb.PTTL,
            Verb.PEXPIREAT,
            Verb.TIME),
    /** Copies a filter. */
    COPY(
            "copy",
            (filters, name) -> {
                open(filters, named(name)).add("a");
                filters.run(FilterCopy.of(FilterSpec.existing(name).build()).named(name + "-2"));
                assertTrue(existing(filters, name + "-2").mightContain("a"));
            },
            Verb.BITFIELD,
            Verb.GETRANGE,
            Verb.STRLEN,
            Verb.SET,
            Verb.PTTL,
            Verb.PEXPIREAT),
    /** Merges a filter into another one. */
    UNION(
            "union",
            (filters, name) -> {
                BloomFilter<CharSequence> target = open(filters, named(name));
                open(filters, named(name + "-2")).add("a");
                filters.run(FilterMerge.of(name + "-2").into(name));
                assertTrue(target.mightContain("a"));
            },
            Verb.BITFIELD,
            Verb.BITOP,
            Verb.GETRANGE,
            Verb.SETRANGE,
            Verb.STRLEN,
            Verb.SET,
            Verb.PTTL,
            Verb.PEXPIREAT),
    /** Uses a filter in the layout of another system. */
    OTHER_LAYOUT(
            "layouts of other systems (here `redisson`)",
            EnumSet.of(Verb.BITFIELD, Verb.HGETALL, Verb.HSET, Verb.RENAMENX, Verb.STRLEN, Verb.UNLINK),
            (filters, name) -> {
                BloomFilter<CharSequence> filter = open(filters, named(name).layout("redisson"));
                filter.add("a");
                assertTrue(filter.mightContain("a"));
            }),
    /** Counts distinct elements. */
    COUNTER("distinct counters", EnumSet.of(Verb.PFADD, Verb.PFCOUNT), (filters, name) -> {
        DistinctCounter<CharSequence> counter = filters.counter(name, Use.TEXT);
        counter.addAll(words(3));
        assertEquals(3, counter.count().count());
    });

    /** What the constants above use, which an enum cannot have of its own before them. */
    private static final class Use {
        static final FilterOptions OPTIONS = FilterOptions.defaults().configCheckedEvery(Duration.ofDays(1));
        static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

        /** Enough elements that exchanging whole partitions costs less than naming the bits. */
        static final int MANY = 120;
    }

    @FunctionalInterface
    private interface Action {
        void run(BloomFilters filters, String name);
    }

    private final String words;
    private final Set<Verb> needs;
    private final Action action;

    HostUse(String words, Action action, Verb... needs) {
        this(words, Sets.newEnumSet(Sets.union(everyFilter(), Set.of(needs)), Verb.class), action);
    }

    HostUse(String words, Set<Verb> needs, Action action) {
        this.words = words;
        this.needs = needs;
        this.action = action;
    }

    /** Returns the commands without which no filter of a native layout can be created or opened. */
    public static Set<Verb> everyFilter() {
        return EnumSet.of(
                Verb.BITFIELD_RO, Verb.SETBIT, Verb.HSETNX, Verb.HGETALL, Verb.PERSIST, Verb.PEXPIRE, Verb.UNLINK);
    }

    /** Returns the use in words, as in the table. */
    public String words() {
        return words;
    }

    /** Returns the commands that the use cannot do without. */
    public Set<Verb> needs() {
        return needs;
    }

    /**
     * Does it, and checks its answers.
     *
     * @param name a name that no other filter has, nor one that begins with it
     */
    void by(BloomFilters filters, String name) {
        action.run(filters, name);
    }

    private static FilterSpecBuilder named(String name) {
        return FilterSpec.named(name).capacity(1000);
    }

    private static BloomFilter<CharSequence> open(BloomFilters filters, FilterSpecBuilder spec) {
        return filters.open(spec.build(), Use.TEXT, Use.OPTIONS);
    }

    private static BloomFilter<CharSequence> existing(BloomFilters filters, String name) {
        return filters.openExisting(name, Use.TEXT, Use.OPTIONS);
    }

    private static List<String> words(int count) {
        return IntStream.range(0, count).mapToObj(i -> "word-" + i).toList();
    }

    private static int count(boolean[] flags) {
        int count = 0;
        for (boolean flag : flags) {
            count += flag ? 1 : 0;
        }
        return count;
    }
}
