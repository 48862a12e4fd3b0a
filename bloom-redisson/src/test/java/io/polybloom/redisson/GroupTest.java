package io.polybloom.redisson;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

class GroupTest {

    @Test
    void probe() throws Exception {
        try (RedisServer server = RedisServer.start();
                ScriptedServer front = ScriptedServer.inFrontOf(server)) {
            RedissonClient client = Clients.to(front.uri());
            try {
                RedissonTransport transport = new RedissonTransport(client);
                show("good", transport, cmd(Verb.SET, "{a}t", "x", "PX", "1000"), cmd(Verb.PTTL, "{a}k"), cmd(Verb.GETRANGE, "{a}k", "0", "3"), cmd(Verb.BITOP, "{a}k", "{a}k", "{a}t"), cmd(Verb.UNLINK, "{a}t"));
                show("single", transport, cmd(Verb.PTTL, "{a}k"));
                show("inner", transport, cmd(Verb.SET, "{a}t", "x", "PX", "1000"), cmd(Verb.HSET, "{a}k", "f", "v"), cmd(Verb.PTTL, "{a}k"), cmd(Verb.UNLINK, "{a}t"));
                show("queue", transport, cmd(Verb.SET, "{a}t", "x", "PX", "1000"), cmd(Verb.HSET, "{a}k"), cmd(Verb.UNLINK, "{a}t"));
                show("after", transport, cmd(Verb.PTTL, "{a}k"));
                for (String line : List.of("MOVED 1 127.0.0.1:1", "ASK 1 127.0.0.1:1", "TRYAGAIN x", "OOM no", "NOPERM no")) {
                    front.answer(request -> request.name().equals("SET") ? "-" + line : request.name().equals("EXEC") ? "-EXECABORT no" : request.name().equals("MULTI") ? "+OK" : "+QUEUED");
                    show("queued " + line, transport, cmd(Verb.SET, "{a}t", "x", "PX", "1000"), cmd(Verb.UNLINK, "{a}t"));
                }
                front.answer(request -> request.name().equals("MULTI") || request.name().equals("EXEC") ? "-NOPERM no" : null);
                show("multi", transport, cmd(Verb.SET, "{a}t", "x", "PX", "1000"), cmd(Verb.UNLINK, "{a}t"));
                front.answer(request -> null);
                System.out.println(front.requests());
                show("after", transport, cmd(Verb.PTTL, "{a}k"));
            } finally {
                client.shutdown();
            }
        }
    }

    private static void show(String what, RedissonTransport transport, Command... commands) throws Exception {
        List<Reply> replies = Clients.await(transport.send(new Batch(0, 0, List.of(commands)).asGroup()));
        System.out.println("== " + what);
        for (Reply reply : replies) {
            String text = reply.toString();
            System.out.println("   " + text.substring(0, Math.min(260, text.length())).replace('\n', ' '));
        }
    }

    private static Command cmd(Verb verb, String key, String... arguments) {
        List<byte[]> words = new ArrayList<>();
        for (String argument : arguments) {
            words.add(argument.getBytes(UTF_8));
        }
        return new Command(verb, key.getBytes(UTF_8), words.toArray(byte[][]::new));
    }
}
