package io.polybloom.compatibility;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.layout.Layouts;
import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.testing.TestFilters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Filters that release 0.1.0 has stored are opened by this release with the same answers, and this release writes to
 * them what 0.1.0 would have written: so both may use a filter at the same time. The files beside this class are frozen
 * with the release. {@link #main} writes such files for a later one; those of an earlier one never change.
 */
class StoredFiltersTest {

    private static final Instant NOW = Instant.parse("2026-11-20T00:00:00Z");
    private static final long FIRST_ID = 0x0101000000000000L;
    private static final long LATER_ID = 0x0202000000000000L;
    private static final int FILL = 40;
    private static final String BEFORE = "before ";
    private static final String AFTER = "after ";

    /** The filters of the files, by what they are stored with. */
    enum Stored {
        CLASSIC(FilterSpec.named("clicks").capacity(100)),
        BLOCKED(FilterSpec.named("clicks").capacity(100).layout(Layouts.BLOCKED)),
        WORDS(FilterSpec.named("clicks").capacity(100).layout(Layouts.WORDS)),
        COUNTING(FilterSpec.named("clicks").capacity(100).layout(Layouts.COUNTING)),
        KEYED(FilterSpec.named("clicks").capacity(100).keyed()),
        PARTITIONED(TestFilters.clicks().partitions(4)),
        GROWN(FilterSpec.named("clicks").capacity(20).overCapacity(OverCapacity.GROW)),
        WINDOW(FilterSpec.named("clicks").capacity(100).window(Duration.ofHours(24), 6)),
        CLEARED(FilterSpec.named("clicks").capacity(100)),
        EXPIRING(FilterSpec.named("clicks").capacity(100)),
        CLAIMS(FilterSpec.named("clicks").capacity(100));

        private final FilterSpec spec;

        Stored(FilterSpecBuilder spec) {
            this.spec = spec.falsePositiveRate(0.01).build();
        }

        /** Does what 0.1.0 did before its state was written down. */
        private void fill(BloomFilter<String> filter) {
            filter.addAll(elements(0, FILL));
            switch (this) {
                case CLEARED -> {
                    filter.clear();
                    filter.addAll(elements(0, FILL));
                }
                case EXPIRING -> filter.expireAt(NOW.plus(Duration.ofDays(3)));
                case CLAIMS -> filter.claims("orders-0").addAll(7, elements(FILL, FILL + 3));
                default -> {}
            }
        }

        private String text() throws IOException {
            return Files.readString(
                    Path.of("src/test/resources/io/polybloom/compatibility/0.1.0", name().toLowerCase() + ".txt"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFilterOf010HasItsElementsAndNoOthers(Stored stored) throws IOException {
        BloomFilter<String> filter = open(stored, load(stored.text()), LATER_ID);
        boolean[] all = new boolean[FILL];
        Arrays.fill(all, true);
        assertArrayEquals(all, filter.mightContainAll(elements(0, FILL)));
        boolean[] others = filter.mightContainAll(elements(10_000, 10_100));
        assertTrue(IntStream.range(0, others.length).filter(i -> others[i]).count() < 10, Arrays.toString(others));
    }

    @ParameterizedTest
    @EnumSource
    void whatThisReleaseAddsIsStoredAs010StoredIt(Stored stored) throws IOException {
        Keyspace keys = load(stored.text());
        assertEquals(lines(stored.text(), BEFORE), dump(keys), "read as it was written");
        more(open(stored, keys, LATER_ID), stored);
        assertEquals(lines(stored.text(), AFTER), dump(keys));
    }

    private static void more(BloomFilter<String> filter, Stored stored) {
        filter.add("one");
        filter.addAll(elements(FILL, FILL + 10));
        if (stored == Stored.CLAIMS) {
            // What has been claimed and was not settled is answered as the first time.
            boolean[] again = filter.claims("orders-0").addAll(7, elements(FILL, FILL + 3));
            assertArrayEquals(new boolean[] {true, true, true}, again);
            filter.claims("orders-0").settle(8);
        }
    }

    private static List<String> elements(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "element " + i).toList();
    }

    private static BloomFilter<String> open(Stored stored, Keyspace keys, long firstId) {
        AtomicLong ids = new AtomicLong(firstId);
        Environment environment = new Environment(1, () -> NOW, () -> "%016x".formatted(ids.getAndIncrement()));
        BloomFilters filters = new BlockingBloomFilters(new FilterEngine(environment), new OneServer(keys));
        return filters.open(stored.spec, Elements.strings());
    }

    /** Returns a transport to a server with these keys. */
    static Transport<InFlight> on(Keyspace keys) {
        return new OneServer(keys);
    }

    /** Returns a keyspace with the state before. */
    private static Keyspace load(String text) {
        Keyspace keys = new MemoryServer(() -> NOW).keys();
        MemoryServer server = new MemoryServer(keys);
        for (String line : lines(text, BEFORE)) {
            List<byte[]> words = new ArrayList<>();
            for (String word : line.split(" ")) {
                words.add(
                        word.startsWith("0x")
                                ? HexFormat.of().parseHex(word.substring(2))
                                : word.getBytes(StandardCharsets.UTF_8));
            }
            Reply reply = server.execute(words);
            assertTrue(!(reply instanceof Reply.Failure), line + ": " + reply);
        }
        return keys;
    }

    private static List<String> lines(String text, String state) {
        return text.lines()
                .filter(line -> line.startsWith(state))
                .map(line -> line.substring(state.length()))
                .toList();
    }

    /** Returns the commands that make the keyspace, in the order of their keys and fields. */
    private static List<String> dump(Keyspace keys) {
        List<String> commands = new ArrayList<>();
        for (String key : keys.keys()) {
            if (keys.isHash(key)) {
                for (Map.Entry<String, byte[]> field : new TreeMap<>(keys.hash(key)).entrySet()) {
                    commands.add("HSET " + key + " " + field.getKey() + " "
                            + new String(field.getValue(), StandardCharsets.UTF_8));
                }
            } else if (keys.isSortedSet(key)) {
                keys.members(key).forEach(member -> commands.add("ZADD " + key + " 0 " + hex(member)));
            } else {
                commands.add("SET " + key + " 0x" + HexFormat.of().formatHex(keys.string(key)));
            }
            if (keys.expireAt(key) != Keyspace.NEVER) {
                commands.add("PEXPIREAT " + key + " " + keys.expireAt(key));
            }
        }
        return commands;
    }

    private static String hex(String member) {
        return "0x" + HexFormat.of().formatHex(member.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes the files of this release into a directory that is empty so far. */
    public static void main(String[] arguments) throws IOException {
        for (Stored stored : Stored.values()) {
            Keyspace keys = new MemoryServer(() -> NOW).keys();
            stored.fill(open(stored, keys, FIRST_ID));
            StringBuilder text = new StringBuilder();
            dump(keys).forEach(line -> text.append(BEFORE).append(line).append('\n'));
            more(open(stored, keys, LATER_ID), stored);
            dump(keys).forEach(line -> text.append(AFTER).append(line).append('\n'));
            Files.writeString(Path.of(arguments[0], stored.name().toLowerCase() + ".txt"), text);
        }
    }

    private record OneServer(MemoryServer server) implements Transport<InFlight> {

        OneServer(Keyspace keys) {
            this(new MemoryServer(keys));
        }

        @Override
        public InFlight send(Batch batch) {
            List<Reply> replies = new ArrayList<>();
            for (Command command : batch.commands()) {
                replies.add(server.execute(command));
            }
            return () -> replies;
        }

        @Override
        public boolean joinsSlots() {
            return true;
        }

        @Override
        public boolean keepsOrder() {
            return true;
        }
    }
}
