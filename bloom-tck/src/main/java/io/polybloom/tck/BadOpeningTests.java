package io.polybloom.tck;

import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Bad days on which a filter cannot be opened, a row each. */
abstract class BadOpeningTests extends KitTests {

    private static final Duration TIMEOUT = Duration.ofMillis(800);

    /** With a specification of its own, a caller learns that the layout differs before he learns that it is unknown. */
    private static final String OTHER_LAYOUT = "an unknown layout";

    BadOpeningTests(Backend backend) {
        super(backend);
    }

    /** Something is wrong before a filter is opened. */
    @TestFactory
    List<DynamicTest> openingMeets() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Map.Entry<String, BadDay> error : BadDay.serverErrors().entrySet()) {
            tests.add(DynamicTest.dynamicTest(error.getKey(), () -> {
                try (ScriptedServer server = ScriptedServer.answering("-" + error.getKey())) {
                    refusesToOpen(Target.standalone(server.uri()), error.getValue());
                }
            }));
        }
        tests.add(DynamicTest.dynamicTest("nobody at the address", () -> {
            RedisServer server = RedisServer.start();
            server.close();
            refusesToOpen(Target.standalone(server.uri()), BadDay.unreachable(null));
        }));
        tests.add(DynamicTest.dynamicTest(
                "an unknown host",
                () -> refusesToOpen(
                        Target.standalone("redis://no-such-host.invalid:6379"),
                        BadDay.unreachable("no-such-host.invalid"))));
        tests.add(DynamicTest.dynamicTest("a wrong password", () -> {
            try (RedisServer server = RedisServer.start("requirepass secret")) {
                String uri = server.uri().replace(":secret@", ":guess@");
                refusesToOpen(Target.standalone(uri), BadDay.of(Reason.AUTHENTICATION, "password"));
            }
        }));
        tests.add(DynamicTest.dynamicTest("no password", () -> {
            try (RedisServer server = RedisServer.start("requirepass secret")) {
                String uri = server.uri().replace(":secret@", "");
                refusesToOpen(Target.standalone(uri), BadDay.of(Reason.AUTHENTICATION, "password"));
            }
        }));
        tests.add(DynamicTest.dynamicTest("a server without memory", () -> {
            try (RedisServer server = RedisServer.start("maxmemory 1", "maxmemory-policy noeviction")) {
                refusesToOpen(Target.standalone(server.uri()), BadDay.of(Reason.OUT_OF_MEMORY, "maxmemory"));
            }
        }));
        tests.add(DynamicTest.dynamicTest("a replica", () -> {
            RedisServer primary = SharedServers.standalone();
            try (RedisServer replica = RedisServer.start("replicaof " + primary.host() + " " + primary.port())) {
                refusesToOpen(Target.standalone(replica.uri()), BadDay.of(Reason.READ_ONLY, "primary"));
            }
        }));
        return tests;
    }

    /** Something else lies under the config key. */
    @TestFactory
    List<DynamicTest> openingFinds() {
        return List.of(
                finds("a string", BadDay.of(ForeignDataException.class, "another type"), "SET", "hello"),
                finds("a list", BadDay.of(ForeignDataException.class, "another type"), "RPUSH", "hello"),
                finds(
                        "a later format",
                        BadDay.of(UnsupportedFilterException.class, "format 2"),
                        "HSET",
                        "spec",
                        "format=2;shape=round"),
                finds(
                        "somebody else's hash",
                        BadDay.of(ForeignDataException.class, "no Polybloom specification"),
                        "HSET",
                        "spec",
                        "hello"),
                finds(
                        OTHER_LAYOUT,
                        BadDay.of(UnsupportedFilterException.class, "spiral-v9"),
                        "HSET",
                        "spec",
                        "format=1;generation=0123456789abcdef;layout=spiral-v9;capacity=1000;fpp=0.01;bits=8;hashes=1;"
                                + "partitions=1;servers=1;overCapacity=DEGRADE"));
    }

    private DynamicTest finds(String what, BadDay expected, String command, String... arguments) {
        return DynamicTest.dynamicTest(what, () -> {
            FilterSpec spec = fresh().capacity(1000).build();
            List<Object> words = new ArrayList<>(List.of(command, "bloom:{" + spec.name() + "}"));
            words.addAll(List.of(arguments));
            try (RedisServer server = RedisServer.start();
                    RespClient redis = server.client()) {
                redis.call(words.toArray());
                BloomFilters filters = connect(Target.standalone(server.uri()));
                expected.assertFailure(server, () -> filters.openExisting(spec.name(), TEXT));
                if (!what.equals(OTHER_LAYOUT)) {
                    expected.assertFailure(server, () -> open(filters, spec));
                }
            } finally {
                closeWhatTheTestHasOpened();
            }
        });
    }

    private void refusesToOpen(Target target, BadDay expected) throws Exception {
        try {
            BloomFilters filters = connect(target, TIMEOUT);
            expected.assertFailure(
                    null, () -> open(filters, fresh().capacity(1000).build()));
        } finally {
            closeWhatTheTestHasOpened();
        }
    }
}
