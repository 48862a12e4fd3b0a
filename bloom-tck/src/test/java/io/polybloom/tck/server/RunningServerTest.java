package io.polybloom.tck.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunningServerTest {

    @Test
    void withoutAnAddressThereIsNone() {
        assertEquals(Optional.empty(), RunningServer.at(null));
        assertEquals(Optional.empty(), RunningServer.at(""));
    }

    @Test
    void itIsUsedWithItsPassword() {
        try (RedisServer server = RedisServer.start("requirepass a@b:c%");
                RespClient client = RunningServer.at(server.uri()).orElseThrow().client()) {
            assertEquals("PONG", client.text("PING"));
            assertEquals(
                    server.uri(), RunningServer.at(server.uri()).orElseThrow().uri());
            assertEquals(
                    server.toString(),
                    RunningServer.at(server.uri()).orElseThrow().toString());
        }
    }

    @Test
    void thePortHasADefault() {
        assertEquals(
                "redis://localhost:6379",
                RunningServer.at("redis://localhost").orElseThrow().uri());
    }

    @Test
    void whatNotEveryClientUnderstandsIsRefused() {
        for (String uri : List.of(
                "rediss://localhost",
                "localhost:6379",
                "redis:///",
                "redis://me:secret@localhost",
                "redis://localhost/2",
                "redis://localhost?timeout=1")) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> RunningServer.at(uri), uri);
            assertTrue(refused.getMessage().startsWith(RunningServer.VARIABLE), refused.getMessage());
        }
    }
}
