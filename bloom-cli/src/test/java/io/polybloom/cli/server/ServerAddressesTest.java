package io.polybloom.cli.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressesTest {

    @Test
    void readsOneServer() {
        assertEquals(new ServerAddress(false, "host", 6379, null, null, 0), one("redis://host"));
        assertEquals(new ServerAddress(false, "127.0.0.1", 7000, null, null, 3), one("redis://127.0.0.1:7000/3"));
        assertEquals(new ServerAddress(true, "host_1", 6379, "me", "secret", 0), one("rediss://me:secret@host_1/"));
        assertEquals(new ServerAddress(false, "::1", 6380, null, null, 0), one("redis://[::1]:6380"));
    }

    @Test
    void readsCredentialsAsRedisCliDoes() {
        assertEquals(new ServerAddress(false, "h", 6379, null, "secret", 0), one("redis://:secret@h"));
        assertEquals(new ServerAddress(false, "h", 6379, null, "secret", 0), one("redis://secret@h"));
        assertEquals(new ServerAddress(false, "h", 6379, "a:b", "p@/,+ü", 0), one("redis://a%3Ab:p%40/%2C+%C3%BC@h"));
    }

    @Test
    void readsIndependentServers() {
        ServerAddresses addresses = ServerAddresses.parse("redis://a:1,rediss://b:2/4");
        assertEquals(ServerAddresses.Kind.INDEPENDENT, addresses.kind());
        assertEquals(
                List.of(
                        new ServerAddress(false, "a", 1, null, null, 0),
                        new ServerAddress(true, "b", 2, null, null, 4)),
                addresses.servers());
    }

    @Test
    void readsCluster() {
        ServerAddresses addresses = ServerAddresses.parse("redis-cluster://u:p@a:1,b");
        assertEquals(ServerAddresses.Kind.CLUSTER, addresses.kind());
        assertEquals(
                List.of(
                        new ServerAddress(false, "a", 1, "u", "p", 0),
                        new ServerAddress(false, "b", 6379, "u", "p", 0)),
                addresses.servers());
    }

    @Test
    void readsEncryptedCluster() {
        ServerAddresses addresses = ServerAddresses.parse("rediss-cluster://a:1,b");
        assertEquals(ServerAddresses.Kind.CLUSTER, addresses.kind());
        assertEquals(
                List.of(
                        new ServerAddress(true, "a", 1, null, null, 0),
                        new ServerAddress(true, "b", 6379, null, null, 0)),
                addresses.servers());
        assertEquals("rediss-cluster://a:1,b:6379", addresses.toString());
    }

    @Test
    void readsSentinels() {
        ServerAddresses addresses = ServerAddresses.parse("redis-sentinel://u:p@a:1,b/2#main");
        assertEquals(ServerAddresses.Kind.SENTINEL, addresses.kind());
        assertEquals("main", addresses.primary());
        assertEquals(1, addresses.independent());
        assertEquals(
                List.of(
                        new ServerAddress(false, "a", 1, "u", "p", 2),
                        new ServerAddress(false, "b", 26379, "u", "p", 2)),
                addresses.servers());
        assertEquals("redis-sentinel://a:1,b:26379#main", addresses.toString());
        assertTrue(ServerAddresses.parse("rediss-sentinel://a#main").isEncrypted());
    }

    @Test
    void takesAPasswordWhereThereIsNone() {
        assertEquals(
                List.of(
                        new ServerAddress(false, "a", 1, null, "secret", 0),
                        new ServerAddress(false, "b", 1, "u", "p", 0),
                        new ServerAddress(false, "c", 1, "u", "secret", 0)),
                ServerAddresses.parse("redis://a:1,redis://u:p@b:1,redis://u:@c:1")
                        .withPassword("secret")
                        .servers());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "http://h",
                "redis://",
                "redis://h:",
                "redis://h:0",
                "redis://h:65536",
                "redis://h:1x",
                "redis://h/one",
                "redis://h/1/2",
                "redis://a b",
                "redis://a,b",
                "redis://a,",
                "redis-cluster://",
                "redis-cluster://a,",
                "redis-cluster://a:1/2",
                "redis-cluster://a,redis://b"
            })
    void refusesTheRest(String text) {
        assertThrows(IllegalArgumentException.class, () -> ServerAddresses.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://me:hunter@h:x",
                "redis://me:hun,hunter@h",
                "redis://me:hunter]2",
                "redis://hunter@",
                "redis-cluster://me:hunter@h:x",
                "redis-sentinel://me:hunter@h:1",
                "redis-sentinel://me:hunter"
            })
    void complaintKeepsThePassword(String text) {
        Exception complaint = assertThrows(IllegalArgumentException.class, () -> ServerAddresses.parse(text));
        assertFalse(complaint.getMessage().contains("hun"), complaint.getMessage());
        assertFalse(one("redis://me:hunter@h").toString().contains("hunter"));
    }

    private static ServerAddress one(String text) {
        ServerAddresses addresses = ServerAddresses.parse(text);
        assertEquals(ServerAddresses.Kind.INDEPENDENT, addresses.kind());
        assertEquals(1, addresses.servers().size());
        return addresses.servers().get(0);
    }
}
