package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilterException;
import io.polybloom.ElementOutcome;
import io.polybloom.PartialBulkException;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What must come of a bad day.
 *
 * @param type the exception that every operation must throw; a bulk add wraps it
 * @param reasons the reasons that a {@link BackendException} may have
 * @param fragment a part of the message
 */
record BadDay(
        Class<? extends BloomFilterException> type,
        Set<Reason> reasons,
        @Nullable String fragment) {

    /** Some clients hand a redirect on, others follow it to where nobody listens. */
    private static final Set<Reason> REDIRECTED_TO_NOBODY =
            Set.of(Reason.REDIRECTED, Reason.UNREACHABLE, Reason.NO_ANSWER);

    /** Longer than any client may take with the timeouts that the tests give it. */
    private static final long DEADLINE_MILLIS = 8000;

    static BadDay of(Class<? extends BloomFilterException> type, String fragment) {
        return new BadDay(type, Set.of(), fragment);
    }

    static BadDay of(Reason reason, String fragment) {
        return new BadDay(BackendException.class, Set.of(reason), fragment);
    }

    /** A server that cannot be reached: whether the client notices before or after it sends is the client's affair. */
    static BadDay unreachable(@Nullable String fragment) {
        return new BadDay(BackendException.class, Set.of(Reason.UNREACHABLE, Reason.NO_ANSWER), fragment);
    }

    /** The server's error lines that every adapter must hand on, and what comes of each. */
    static Map<String, BadDay> serverErrors() {
        Map<String, BadDay> errors = new LinkedHashMap<>();
        errors.put("LOADING Redis is loading the dataset in memory", BadDay.of(Reason.LOADING, "try again later"));
        errors.put("OOM command not allowed when used memory > 'maxmemory'.", BadDay.of(Reason.OUT_OF_MEMORY, "raise"));
        errors.put("READONLY You can't write against a read only replica.", BadDay.of(Reason.READ_ONLY, "primary"));
        errors.put("MOVED 3999 127.0.0.1:6381", new BadDay(BackendException.class, REDIRECTED_TO_NOBODY, null));
        errors.put("NOPERM this user has no permissions to run it", BadDay.of(Reason.AUTHENTICATION, "permissions"));
        errors.put("ERR unknown command", BadDay.of(Reason.SERVER_ERROR, "unknown command"));
        return errors;
    }

    /**
     * Runs an operation and sees that it throws this, in time, and changes nothing.
     *
     * @param server where the keys are, if there is such a server
     */
    void assertFailure(@Nullable RedisServer server, Runnable operation) {
        SortedMap<String, String> before = snapshot(server);
        long start = System.nanoTime();
        BloomFilterException thrown = assertThrows(BloomFilterException.class, operation::run);
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (thrown instanceof PartialBulkException partial) {
            assertEquals(List.of(ElementOutcome.UNKNOWN, ElementOutcome.UNKNOWN), partial.outcomes());
            thrown = (BloomFilterException) partial.getCause();
        }
        assertEquals(type, thrown.getClass(), thrown.getMessage());
        if (thrown instanceof BackendException failure) {
            assertTrue(reasons.contains(failure.reason()), failure.reason() + ": " + failure.getMessage());
        }
        if (fragment != null) {
            assertTrue(thrown.getMessage().contains(fragment), thrown.getMessage());
        }
        assertTrue(millis < DEADLINE_MILLIS, "took " + millis + " ms");
        assertEquals(before, snapshot(server));
    }

    private static SortedMap<String, String> snapshot(@Nullable RedisServer server) {
        if (server == null || !server.isRunning()) {
            return new TreeMap<>();
        }
        try (RespClient redis = server.client()) {
            return redis.snapshot();
        }
    }
}
