package io.polybloom.lettuce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.RedisCommand;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A connection to a cluster that may execute commands in any order until it has answered them. */
class RoundsTest {

    private final List<RedisCommand<?, ?, ?>> sent = new ArrayList<>();

    @Test
    void aTrailerIsSentWhenTheBlocksOfItsPartitionHaveBeenRead() {
        Batch joined = Batch.join(List.of(), List.of(lookUp("a", 2), lookUp("b", 1)));
        CompletableFuture<List<Reply>> answer = new LettuceTransport(exchange -> completedFuture(connection()), true)
                .send(joined)
                .toCompletableFuture();
        assertEquals(List.of("GETRANGE a", "GETRANGE a", "GETRANGE b"), names(0));
        answer(2);
        answer(0);
        assertEquals(3, sent.size(), "the second block of the first partition has not been read");
        answer(1);
        assertEquals(List.of("BITFIELD_RO a", "BITFIELD_RO b"), names(3));
        answer(4);
        assertFalse(answer.isDone());
        answer(3);
        assertEquals(5, answer.join().size());
    }

    @Test
    void aNodeThatIsDeadHoldsUpOnlyThePartitionsThatItHas() {
        Batch joined = Batch.join(List.of(), List.of(lookUp("dead", 2), lookUp("b", 1), lookUp("c", 1)));
        CompletableFuture<List<Reply>> answer = new LettuceTransport(exchange -> completedFuture(connection()), true)
                .send(joined)
                .toCompletableFuture();
        answer(0);
        sent.get(1).completeExceptionally(new RedisException("Connection closed"));
        answer(2);
        answer(3);
        assertEquals(List.of("BITFIELD_RO b", "BITFIELD_RO c"), names(4));
        answer(4);
        answer(5);
        List<Reply> replies = answer.join();
        List<Boolean> areLost =
                replies.stream().map(Reply.Failure.class::isInstance).toList();
        assertEquals(List.of(false, true, true, false, false, false, false), areLost);
        assertFalse(replies.get(2).mayHaveBeenApplied(), "it was not sent");
    }

    private void answer(int index) {
        sent.get(index).getOutput().set(0);
        sent.get(index).complete();
    }

    @SuppressWarnings("unchecked")
    private StatefulConnection<byte[], byte[]> connection() {
        return (StatefulConnection<byte[], byte[]>) Proxy.newProxyInstance(
                StatefulConnection.class.getClassLoader(),
                new Class<?>[] {StatefulConnection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getTimeout" -> Duration.ZERO;
                    case "dispatch" -> {
                        sent.add((RedisCommand<?, ?, ?>) arguments[0]);
                        yield arguments[0];
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private List<String> names(int from) {
        return sent.subList(from, sent.size()).stream()
                .map(command -> command.getType() + " "
                        + new String(command.getArgs().getFirstEncodedKey().array(), UTF_8))
                .toList();
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
