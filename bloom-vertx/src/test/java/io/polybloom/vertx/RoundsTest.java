package io.polybloom.vertx;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A connection that may execute commands in any order until it has answered them. */
class RoundsTest {

    private final List<Promise<Response>> sent = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();

    @Test
    void aTrailerIsSentWhenTheBlocksOfItsPartitionHaveBeenRead() {
        Batch one = lookUp("a", 2).fromReplica();
        Batch other = lookUp("b", 1).fromReplica();
        Future<List<Reply>> answer = transport().send(Batch.join(List.of(), List.of(one, other)));
        assertEquals(List.of("GETRANGE a", "GETRANGE a", "GETRANGE b"), keys);
        sent.get(2).complete();
        sent.get(0).complete();
        assertEquals(3, keys.size(), "the second block of the first partition has not been read");
        sent.get(1).complete();
        assertEquals(List.of("BITFIELD_RO a", "BITFIELD_RO b"), keys.subList(3, 5));
        sent.get(4).complete();
        assertFalse(answer.isComplete());
        sent.get(3).complete();
        assertEquals(5, answer.result().size());
    }

    /** One connection to one server keeps them in order. */
    @Test
    void readsOfAPrimaryAreSentAtOnce() {
        transport().send(Batch.join(List.of(), List.of(lookUp("a", 2), lookUp("b", 1))));
        assertEquals(5, keys.size());
    }

    private VertxTransport transport() {
        RedisConnection connection = (RedisConnection) Proxy.newProxyInstance(
                RedisConnection.class.getClassLoader(),
                new Class<?>[] {RedisConnection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "send" -> send((Request) arguments[0]);
                    case "close" -> Future.succeededFuture();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        Redis redis = (Redis) Proxy.newProxyInstance(
                Redis.class.getClassLoader(),
                new Class<?>[] {Redis.class},
                (proxy, method, arguments) ->
                        method.getName().equals("connect") ? Future.succeededFuture(connection) : "has one connection");
        return new VertxTransport(redis, Requests.ofClient());
    }

    private Future<Response> send(Request request) {
        String[] lines = request.toString().split("\r\n");
        keys.add(lines[2].toUpperCase(Locale.ROOT) + " " + lines[4]);
        Promise<Response> answer = Promise.promise();
        sent.add(answer);
        return answer.future();
    }

    private static Batch lookUp(String key, int blocks) {
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            commands.add(new Command(Verb.GETRANGE, key.getBytes(UTF_8), "0".getBytes(UTF_8), "1".getBytes(UTF_8)));
        }
        commands.add(Command.reading(Verb.BITFIELD_RO, key.getBytes(UTF_8)));
        return new Batch(0, 0, commands);
    }
}
