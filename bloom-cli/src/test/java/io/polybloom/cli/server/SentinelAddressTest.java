package io.polybloom.cli.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.SentinelGroup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentinelAddressTest {

    private static SentinelGroup group;

    @BeforeAll
    static void start() {
        group = SentinelGroup.start(1, 1);
    }

    @AfterAll
    static void close() {
        group.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void thePrimaryIsFoundThroughSentinels(String client) {
        String uri = "redis-sentinel://" + String.join(",", group.sentinels()) + "/2#" + SentinelGroup.NAME;
        String[] where = {"--redis", uri, "--client", client};
        Run added = Run.withInput("a\n", where, "add", "--name", client, "--capacity", "1k");
        assertEquals(0, added.exitCode(), added::toString);
        assertEquals(
                "present\ta\n",
                Run.withInput("a\n", where, "check", "--name", client).text());
        Run list = Run.with(where, "list");
        assertEquals(2, list.lines().size(), list.text() + list);
        try (RespClient primary = group.primary().client()) {
            assertFalse(StoredFilter.exists(primary, client), "database 0");
            primary.call("SELECT", 2);
            assertTrue(StoredFilter.exists(primary, client), "database 2");
        }
        assertEquals(0, Run.with(where, "delete", client).exitCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jedis", "lettuce", "redisson", "vertx"})
    void sentinelsThatDoNotKnowThePrimarySaySo(String client) {
        String uri = "redis-sentinel://" + String.join(",", group.sentinels()) + "#unknown";
        Run run = Run.of("info", "n", "--redis", uri, "--client", client);
        Run.assertFails("", 1, run);
        assertEquals(1, run.err().lines().count(), run::toString);
    }
}
