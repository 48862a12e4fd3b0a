package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.judge.Journal;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The least that an adapter must be able to do: open a filter, add, ask, and report an error. Each step needs the
 * previous one.
 */
final class Smoke {

    /** Shorter than the limit of the stage, so that a client that waits in vain reports its own timeout. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Backend backend;
    private final String uri;
    private final @Nullable ScriptedServer front;
    private final Journal journal = new Journal();

    /**
     * Creates the steps for a backend.
     *
     * @param uri the address to which the client connects
     * @param front the server at this address; null if the backend needs no server: then no step may ask the server for
     *     an error
     */
    Smoke(Backend backend, String uri, @Nullable ScriptedServer front) {
        this.backend = backend;
        this.uri = uri;
        this.front = front;
    }

    /** Returns the journal of the steps so far. */
    Journal journal() {
        return journal;
    }

    @Checks("1.02")
    void opensAndAdds() {
        try (Connection connection = connect()) {
            BloomFilter<CharSequence> filter = open(connection);
            assertTrue(filter.add("smoke"), "the first add of an element");
            assertFalse(filter.add("smoke"), "the second add of the same element");
        }
    }

    @Checks("1.01")
    void asks() {
        try (Connection connection = connect()) {
            BloomFilter<CharSequence> filter = open(connection);
            assertTrue(filter.mightContain("smoke"), "an element that was added");
            boolean[] answers = filter.mightContainAll(List.of("smoke", "absent"));
            assertEquals(List.of(true, false), List.of(answers[0], answers[1]), "one that was added, one that was not");
        }
    }

    @Checks("7.01")
    @Needs(Capability.SERVER)
    void tellsAnError() {
        try (Connection connection = connect()) {
            BloomFilter<CharSequence> filter = open(connection);
            ScriptedServer server = Objects.requireNonNull(front);
            server.answer("-ERR the smoke stage answers so");
            BackendException thrown = assertThrows(BackendException.class, () -> filter.add("smoke"));
            assertEquals(BackendException.Reason.SERVER_ERROR, thrown.reason(), thrown.getMessage());
            server.answer(request -> null);
            assertTrue(filter.mightContain("smoke"), "an element that was added, after the error");
        }
    }

    private Connection connect() {
        return backend.connect(Target.standalone(uri), TIMEOUT);
    }

    private BloomFilter<CharSequence> open(Connection connection) {
        FilterSpec spec = FilterSpec.named("smoke").capacity(1000).build();
        return journal.following(connection.filters()).open(spec, Funnels.stringFunnel(StandardCharsets.UTF_8));
    }
}
