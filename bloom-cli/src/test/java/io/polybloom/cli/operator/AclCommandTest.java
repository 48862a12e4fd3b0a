package io.polybloom.cli.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.resp.RespError;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rule as an operator pipes it into redis-cli, and users that live by it. */
class AclCommandTest {

    private final RedisServer server = RedisServer.start();
    private final String[] asUser = {"--redis", server.uri().replace("redis://", "redis://me:sesame@")};
    private final String[] asOwner = {"--redis", server.uri()};

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void anAppDoesAllThatTheLibraryDoes(String client) {
        become("--name", "clicks*");
        String[] clicks = {"--name", "clicks-1", "--client", client};
        ok(Run.withInput("a\nb\n", with(asUser, clicks), "add", "--capacity", "1k", "--partitions", "3"));
        assertEquals(
                "present\ta\nabsent\tz\n",
                ok(Run.withInput("a\nz\n", with(asUser, clicks), "check")).text());
        ok(Run.with(with(asUser, clicks), "info"));
        ok(Run.withInput("a\nb\n", with(asUser, clicks), "dedup", "--writer", "w"));
        ok(Run.with(with(asUser, clicks), "expire", "--never"));
        ok(Run.with(with(asUser, clicks), "clear"));
        ok(Run.with(with(asUser, clicks), "delete"));
        refused(Run.withInput("a\n", with(asUser, "--name", "urls"), "add", "--capacity", "1k", "--client", client));
        Run.assertFails("this user may not list the keys of the server", 1, Run.with(asUser, "list"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void aReaderChangesNothing(String client) {
        String[] clicks = {"--name", "clicks", "--client", client};
        ok(Run.withInput("a\nb\n", with(asOwner, clicks), "add", "--capacity", "1k"));
        become("--role", "reader");
        assertEquals(
                "present\ta\nabsent\tz\n",
                ok(Run.withInput("a\nz\n", with(asUser, clicks), "check")).text());
        assertEquals("2 elements", ok(Run.with(with(asUser, clicks), "info")).value("estimated count"));
        try (RespClient redis = server.client()) {
            var before = redis.snapshot();
            refused(Run.withInput("c\n", with(asUser, clicks), "add"));
            refused(Run.with(with(asUser, clicks), "clear"));
            refused(Run.with(with(asUser, clicks), "delete"));
            refused(Run.with(with(asUser, clicks), "expire", "--at", "2200-01-01T00:00:00Z"));
            assertEquals(before, redis.snapshot());
        }
    }

    @Test
    void anAdminListsFilters() {
        ok(Run.withInput("a\n", with(asOwner, "--name", "clicks"), "add", "--capacity", "1k"));
        become("--role", "Admin");
        assertEquals(2, ok(Run.with(asUser, "list")).lines().size());
    }

    /** A rule for one name must not open the filters of others, and must cover all of its own keys. */
    @Test
    void aRuleForOneNameIsForNoOther() {
        for (String name : List.of("a", "{tag}:a")) {
            become("--name", name);
            ok(Run.withInput("x\n", with(asUser, "--name", name), "add", "--capacity", "1k", "--partitions", "3"));
            ok(Run.withInput("x\n", with(asUser, "--name", name), "dedup", "--writer", "w"));
            refused(Run.withInput("x\n", with(asUser, "--name", name + "b"), "add", "--capacity", "1k"));
            refused(Run.withInput("x\n", with(asUser, "--name", "b"), "add", "--capacity", "1k"));
            ok(Run.with(with(asUser, "--name", name), "delete"));
        }
    }

    /** Redis refuses a rule that has a pattern after the one for all keys. */
    @Test
    void allCountersAreAllKeys() {
        become("--counter", "*");
        ok(Run.withInput("x\n", with(asUser, "--name", "any"), "count"));
        ok(Run.withInput("x\n", with(asUser, "--name", "any"), "add", "--capacity", "1k"));
    }

    @Test
    void namesItsUser() {
        assertTrue(Run.of("acl")
                .text()
                .startsWith("ACL SETUSER bloom-app resetkeys resetchannels -@all ~bloom:* +bitfield "));
        assertTrue(Run.of("acl", "--user", "shop").text().startsWith("ACL SETUSER shop resetkeys "));
        assertTrue(Run.of("acl", "--counter", "visitors").text().contains(" ~bloom:* ~visitors ~{visitors}:* +"));
        assertFalse(Run.of("acl").text().contains("+bf."));
        assertTrue(Run.of("acl", "--server-filters").text().contains(" +bf.insert "));
        assertFalse(Run.of("acl").text().contains("+waitaof"));
        assertTrue(Run.of("acl", "--persisted").text().contains(" +waitaof "));
        Run.assertFails("'two words' must be one word", 2, Run.of("acl", "--name", "two words"));
        Run.assertFails("'boss' is not one of app, reader, admin", 2, Run.of("acl", "--role", "boss"));
    }

    /** Redis itself says which commands are writes. */
    @Test
    void theReadersRuleHasNoWrites() {
        try (RespClient redis = server.client()) {
            for (String command : Role.READER.commands(false, false, true)) {
                if (!command.contains("|")) {
                    String flags = flags(redis, command);
                    assertFalse(flags.contains("write"), command + ": " + flags);
                }
            }
        }
    }

    private static String flags(RespClient redis, String command) {
        List<?> info = (List<?>) ((List<?>) redis.call("COMMAND", "INFO", command)).get(0);
        return String.valueOf(info.get(2));
    }

    private void become(String... options) {
        List<String> arguments = new ArrayList<>(List.of("acl", "--user", "me"));
        arguments.addAll(Arrays.asList(options));
        String command = ok(Run.of(arguments.toArray(new String[0]))).text().strip();
        try (RespClient redis = server.client()) {
            redis.call((Object[]) command.split(" "));
            redis.call("ACL", "SETUSER", "me", "on", ">sesame");
        } catch (RespError refused) {
            throw new AssertionError(command, refused);
        }
    }

    private static Run ok(Run run) {
        assertEquals(0, run.exitCode(), run::toString);
        return run;
    }

    private static void refused(Run run) {
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.err().contains("NOPERM"), run::toString);
    }

    private static String[] with(String[] some, String... others) {
        List<String> all = new ArrayList<>(Arrays.asList(some));
        all.addAll(Arrays.asList(others));
        return all.toArray(new String[0]);
    }
}
