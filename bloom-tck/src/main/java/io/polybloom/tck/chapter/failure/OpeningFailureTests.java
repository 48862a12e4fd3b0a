package io.polybloom.tck.chapter.failure;

import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.BadDay;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Accidents that keep a filter from being opened. */
@Needs(Capability.SERVER)
public abstract class OpeningFailureTests extends KitTests {

    @TestFactory
    @Checks("7.01")
    List<DynamicTest> anErrorOfTheServer() {
        List<DynamicTest> rows = new ArrayList<>();
        BadDay.serverErrors()
                .forEach((error, expected) -> rows.add(row(error, () -> {
                    try (ScriptedServer server = ScriptedServer.answering("-" + error)) {
                        refusesToOpen(server.uri(), expected);
                    }
                })));
        rows.add(row("a server without memory", () -> {
            try (RedisServer server = RedisServer.start("maxmemory 1", "maxmemory-policy noeviction")) {
                refusesToOpen(server.uri(), BadDay.of(Reason.OUT_OF_MEMORY, "maxmemory"));
            }
        }));
        rows.add(row("a replica", () -> {
            try (RedisServer primary = RedisServer.start();
                    RedisServer replica = RedisServer.start("replicaof " + primary.host() + " " + primary.port())) {
                refusesToOpen(replica.uri(), BadDay.of(Reason.READ_ONLY, "primary"));
            }
        }));
        return rows;
    }

    @TestFactory
    @Checks("7.04")
    @Needs(Capability.LATE_CONNECTION)
    List<DynamicTest> aServerThatCannotBeReached() {
        return List.of(
                row("nobody at the address", () -> {
                    RedisServer server = RedisServer.start();
                    server.close();
                    refusesToOpen(server.uri(), IMPATIENT, BadDay.unreachable(null));
                }),
                row("an unknown host", () -> {
                    BadDay expected = BadDay.unreachable("no-such-host.invalid");
                    refusesToOpen("redis://no-such-host.invalid:6379", expected);
                }));
    }

    @TestFactory
    @Checks("7.05")
    @Needs(Capability.LATE_CONNECTION)
    List<DynamicTest> aServerThatRefusesTheLogin() {
        return List.of(
                row("a wrong password", () -> refusesLogin(":guess@")), row("no password", () -> refusesLogin("")));
    }

    private void refusesLogin(String login) {
        try (RedisServer server = RedisServer.start("requirepass secret")) {
            String uri = server.uri().replace(":secret@", login);
            refusesToOpen(uri, BadDay.of(Reason.AUTHENTICATION, "password"));
        }
    }

    private void refusesToOpen(String uri, BadDay expected) {
        refusesToOpen(uri, PATIENT, expected);
    }

    private void refusesToOpen(String uri, Duration timeout, BadDay expected) {
        BloomFilters filters = connect(Target.standalone(uri), timeout);
        FilterSpec spec = fresh().capacity(1000).build();
        expected.assertFailure(null, () -> open(filters, spec));
    }
}
