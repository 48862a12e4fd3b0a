package io.polybloom.tck;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** What the chapters of the kit have in common: connections that are closed after each test, names and elements. */
@ExtendWith(RuleExtension.class)
@DisplayNameGeneration(RuleNames.class)
abstract class KitTests {

    /** Long enough for a busy machine; tests that wait for a timeout use a shorter one. */
    static final Duration PATIENT = Duration.ofSeconds(20);

    static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    /** A server that others use at the same time may hold filters of other runs. */
    private static final String RUN = String.format("%08x", new SecureRandom().nextInt());

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final Backend backend;
    private final Journal journal = new Journal();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<String> names = new ArrayList<>();

    KitTests(Backend backend) {
        this.backend = backend;
    }

    final Backend backend() {
        return backend;
    }

    /** What the test has done so far. */
    final Journal journal() {
        return journal;
    }

    @AfterEach
    void closeWhatTheTestHasOpened() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @AfterEach
    void removeTheFiltersOfTheTest() {
        if (names.isEmpty()) {
            return;
        }
        try (RespClient redis = SharedServers.standalone().client()) {
            for (String name : names) {
                for (String key : redis.keys("*" + name + "*")) {
                    redis.call("UNLINK", key);
                }
            }
        }
    }

    /** A row of a test factory. What it opens is closed after it, while servers of the row may be closed already. */
    final DynamicTest row(String name, Executable test) {
        return DynamicTest.dynamicTest(name, () -> {
            journal.clear();
            try {
                test.execute();
            } finally {
                closeWhatTheTestHasOpened();
            }
        });
    }

    /** A new client of the backend under test, connected to the server that all tests share. */
    final BloomFilters filters() {
        return connect(Target.standalone(SharedServers.standalone().uri()));
    }

    /** A new client of the backend under test. */
    final BloomFilters connect(Target target) {
        return connect(target, PATIENT);
    }

    final BloomFilters connect(Target target, Duration timeout) {
        return journal.following(closing(backend.connect(target, timeout)).filters());
    }

    /** Closes something after the test, the last thing first. */
    final <C extends AutoCloseable> C closing(C resource) {
        open.push(resource);
        return resource;
    }

    /** Begins the specification of a filter whose name no other test uses. */
    final FilterSpecBuilder fresh() {
        return FilterSpec.named(freshName());
    }

    /** A part of a filter's name that no other test uses. What the shared server holds under it is removed after the test. */
    final String freshName() {
        String name = String.format("kit-%s-%06d", RUN, NAMES.incrementAndGet());
        names.add(name);
        return name;
    }

    static BloomFilter<CharSequence> open(BloomFilters filters, FilterSpec spec) {
        return filters.open(spec, TEXT);
    }

    static List<String> words(String prefix, int count) {
        List<String> words = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            words.add(prefix + i);
        }
        return words;
    }

    static int count(boolean[] flags) {
        int count = 0;
        for (boolean flag : flags) {
            count += flag ? 1 : 0;
        }
        return count;
    }
}
