package io.polybloom.tck.chapter.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.LostDataException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Reference;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.Request;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import io.polybloom.tck.server.StandaloneServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Loads of many elements at once: the bits and keys that they leave in Redis, even if they fail or meet other
 * operations.
 */
public abstract class LoadTests extends KitTests {

    private static final int ELEMENTS = 20_000;

    /** So little memory that the elements need several rounds of merging. */
    private static final long LITTLE_MEMORY = 10_000;

    private static final Duration HOUR = Duration.ofHours(1);

    private FilterSpecBuilder clicks() {
        return fresh().capacity(ELEMENTS).partitions(3);
    }

    @Test
    @Checks("9.01")
    void aLoadLeavesTheBitsOfTheReference() {
        List<String> elements = words("élément-", ELEMENTS);
        BloomFilter<CharSequence> filter = open(filters(), clicks().build());
        filter.addAll(elements.subList(0, 100));
        assertEquals(ELEMENTS - 100, filter.load(elements.subList(100, ELEMENTS), taken -> {}));
        assertStored(filter, elements, standalone());
    }

    @Test
    @Checks("9.01")
    @Needs(Capability.SERVER)
    void aLoadInSeveralRoundsLeavesTheBitsOfTheReference() {
        RedisServer server = closing(RedisServer.start());
        List<String> elements = words("word-", ELEMENTS);
        BloomFilter<CharSequence> filter =
                open(connect(Target.standalone(server.uri())), clicks().build(), OPTIONS.loadMemory(LITTLE_MEMORY));
        assertEquals(ELEMENTS, filter.load(elements.stream(), taken -> {}));
        assertStored(filter, elements, server);
        try (RespClient redis = server.client()) {
            assertTrue(
                    redis.executions("bitop") > 3, "every partition was merged only once, so the load had one round");
        }
    }

    /** The longest partition that is read as a whole: 1 MiB and the trailer. */
    @Test
    @Checks("9.06")
    void aPartitionOfAMegabyteIsWrittenAndReadWhole() {
        List<String> elements = words("word-", 3 * ELEMENTS);
        FilterSpec spec = fresh().bits(1 << 23).hashes(4).partitions(1).build();
        BloomFilter<CharSequence> filter = open(filters(), spec);
        filter.load(elements, taken -> {});
        assertStored(filter, elements, standalone());
        assertEquals(elements.size(), count(filter.mightContainAll(elements)));
    }

    @Test
    @Checks("9.02")
    void whatOthersAddDuringALoadStays() {
        FilterSpec spec = clicks().build();
        BloomFilter<CharSequence> loading = open(filters(), spec, OPTIONS.loadMemory(LITTLE_MEMORY));
        BloomFilter<CharSequence> adding = open(filters(), spec);
        List<String> elements = words("word-", ELEMENTS);
        int added = OtherClient.addsDuring(() -> loading.load(elements, taken -> {}), adding, PATIENT);
        List<String> all = words("other-", added);
        all.addAll(elements);
        assertStored(loading, all, standalone());
    }

    /**
     * Has a row for each command of a load, the first occurrence of which is refused. The register is read in two
     * commands, and both are refused: a client may repeat reads if only some of them have failed.
     */
    @TestFactory
    @Checks("9.03")
    @Needs(Capability.SERVER)
    List<DynamicTest> aLoadThatFailsLeavesNothingBehindAndCanBeRepeated() {
        List<DynamicTest> rows = new ArrayList<>();
        for (String command : List.of("HGETALL", "BITFIELD_RO", "SETRANGE", "PEXPIREAT", "BITOP", "UNLINK")) {
            rows.add(row(command, () -> failAt(command, command.equals("HGETALL") ? 2 : 1)));
        }
        return rows;
    }

    private void failAt(String command, int times) {
        RedisServer server = closing(RedisServer.start());
        ScriptedServer front = closing(ScriptedServer.inFrontOf(server));
        FilterSpec spec = clicks().build();
        BloomFilter<CharSequence> filter = open(connect(Target.standalone(front.uri())), spec);
        long before = clock(server);
        filter.expire(HOUR);
        List<String> elements = words("word-", ELEMENTS);
        AtomicInteger left = new AtomicInteger(times);
        front.answer(request ->
                isOf(request, command, spec) && left.getAndDecrement() > 0 ? "-OOM command not allowed" : null);
        assertThrows(BackendException.class, () -> filter.load(elements, taken -> {}));
        assertKeysAndExpiries(server, filter.description(), before);
        assertEquals(ELEMENTS, filter.load(elements, taken -> {}));
        assertStored(filter, elements, server);
        assertKeysAndExpiries(server, filter.description(), before);
    }

    private static boolean isOf(Request request, String command, FilterSpec spec) {
        return request.name().equals(command) && request.toString().contains(spec.name());
    }

    @Test
    @Checks("9.04")
    @Needs(Capability.SERVER)
    void theExpiryOfEveryKeySurvivesALoad() {
        RedisServer server = closing(RedisServer.start());
        FilterSpec spec = clicks().build();
        BloomFilter<CharSequence> filter =
                open(connect(Target.standalone(server.uri())), spec, OPTIONS.loadMemory(LITTLE_MEMORY));
        long before = clock(server);
        filter.expire(HOUR);
        filter.load(words("word-", ELEMENTS), taken -> {});
        assertKeysAndExpiries(server, filter.description(), before);
    }

    private static long clock(RedisServer server) {
        try (RespClient redis = server.client()) {
            return clock(redis);
        }
    }

    private static void assertKeysAndExpiries(RedisServer server, FilterDescription filter, long before) {
        try (RespClient redis = server.client()) {
            List<String> keys = redis.keys("*");
            assertEquals(StoredFilter.keys(filter), keys);
            for (String key : keys) {
                assertExpiresWithFilter(redis, key, HOUR, before);
            }
        }
    }

    @TestFactory
    @Checks("9.05")
    @Needs(Capability.SERVER)
    List<DynamicTest> aFilterThatIsLostDuringALoad() {
        return List.of(
                row(
                        "a partition",
                        () -> lose(
                                LostDataException.class, (redis, name) -> StoredFilter.losePartition(redis, name, 1))),
                row("all partitions", () -> lose(LostDataException.class, StoredFilter::losePartitions)),
                row("everything", () -> lose(FilterGoneException.class, (redis, name) -> redis.call("FLUSHALL"))));
    }

    /**
     * Causes the loss in the iterator of the elements, when nearly all elements have been read and none has been
     * merged.
     */
    private void lose(Class<? extends BloomFilterException> expected, BiConsumer<RespClient, String> loss) {
        RedisServer server = closing(RedisServer.start());
        BloomFilter<CharSequence> filter = open(connect(Target.standalone(server.uri())), clicks().build());
        RespClient redis = closing(server.client());
        List<String> elements = words("word-", ELEMENTS);
        assertThrows(
                expected,
                () -> filter.load(
                        elements.stream().peek(element -> {
                            if (element.equals("word-" + (ELEMENTS - 10))) {
                                loss.accept(redis, filter.description().name());
                            }
                        }),
                        taken -> {}));
        for (String key : redis.keys("*")) {
            assertTrue(redis.line("TYPE", key).equals("hash") || isWhole(redis, key), "left behind: " + key);
        }
        assertThrows(expected, () -> filter.mightContainAll(elements));
    }

    private static boolean isWhole(RespClient redis, String key) {
        return redis.integer("GETBIT", key, 8 * (redis.integer("STRLEN", key) - 1)) == 1;
    }

    private static void assertStored(BloomFilter<CharSequence> filter, List<String> elements, StandaloneServer server) {
        Reference reference = new Reference(filter.description());
        elements.forEach(reference::add);
        reference.assertStoredOn(List.of(server));
    }
}
