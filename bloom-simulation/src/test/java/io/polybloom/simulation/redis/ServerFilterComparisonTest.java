package io.polybloom.simulation.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.spi.Reply;
import io.polybloom.tck.server.BloomServer;
import io.polybloom.tck.server.RespClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The simulated server answers the commands for filters of the server as the kit's server does: a real one if the
 * environment names a module, otherwise the kit's stand-in.
 */
class ServerFilterComparisonTest {

    private static final int SEQUENCES = 40;
    private static final int COMMANDS = 60;

    @Test
    void answersAsTheServerOfTheKitDoes() {
        try (BloomServer server = BloomServer.start();
                RespClient client = server.client()) {
            for (int seed = 0; seed < SEQUENCES; seed++) {
                client.call("FLUSHALL");
                Session simulated = new Session(new SimulatedServer(new SimulatedClock(), Replication.NONE));
                Random random = new Random(seed);
                List<List<String>> sent = new ArrayList<>();
                for (int i = 0; i < COMMANDS; i++) {
                    List<String> command = next(random);
                    sent.add(command);
                    compare(client, simulated, sent, seed);
                }
            }
        }
    }

    /** Few keys, small capacities and few items, so that filters become full, grow and are met under other types. */
    private static List<String> next(Random random) {
        String key = List.of("a", "b").get(random.nextInt(2));
        String item = "item" + random.nextInt(12);
        String other = "item" + random.nextInt(12);
        return switch (random.nextInt(14)) {
            case 0 -> List.of("BF.RESERVE", key, "0.000000001", "3");
            case 1 -> List.of("BF.RESERVE", key, "1.0E-9", "4", "NONSCALING");
            case 2, 3 -> List.of("BF.INSERT", key, "NOCREATE", "ITEMS", item);
            case 4, 5, 6 -> List.of("BF.INSERT", key, "NOCREATE", "ITEMS", item, other, item, "more");
            case 7, 8 -> List.of("BF.MEXISTS", key, item, other);
            case 9 -> List.of("BF.INFO", key, "CAPACITY");
            case 10 -> List.of("BF.INFO", key);
            case 11 -> random.nextInt(3) == 0 ? List.of("SET", key, "text") : List.of("BF.INFO", key);
            case 12 -> random.nextInt(3) == 0 ? List.of("UNLINK", key) : List.of("BF.MEXISTS", key, item);
            default -> List.of("RENAMENX", key, key.equals("a") ? "b" : "a");
        };
    }

    private static void compare(RespClient client, Session simulated, List<List<String>> sent, int seed) {
        List<String> command = sent.get(sent.size() - 1);
        List<byte[]> words = command.stream()
                .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
        String real = comparable(text(client.pipeline(List.of(words)).get(0)));
        assertEquals(real, comparable(text(simulated.execute(words))), () -> "seed " + seed + ": " + sent);
    }

    /** The size is the server's affair, and the fields of a map come in any order. */
    private static String comparable(List<String> parts) {
        if (parts.size() < 2 || !parts.contains("Capacity")) {
            return parts.toString();
        }
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < parts.size(); i += 2) {
            String value = parts.get(i + 1);
            // RedisBloom has no rate for a filter that must not grow, and the stand-in has 0.
            boolean isNone = value.equals("0") && parts.get(i).equals("Expansion rate");
            fields.add(parts.get(i) + "=" + (parts.get(i).equals("Size") ? "" : isNone ? "nil" : value));
        }
        fields.sort(null);
        return fields.toString();
    }

    private static List<String> text(@Nullable Object answer) {
        if (answer instanceof List<?> list) {
            return list.stream().flatMap(each -> text(each).stream()).toList();
        }
        if (answer instanceof Reply.Many many) {
            return text(many.elements());
        }
        if (answer instanceof Reply.Ints integers) {
            return Arrays.stream(integers.values()).mapToObj(Long::toString).toList();
        }
        if (answer instanceof Reply.Failure failure) {
            return List.of(String.valueOf(failure.serverError()));
        }
        if (answer instanceof RuntimeException error) {
            return List.of(String.valueOf(error.getMessage()));
        }
        if (answer instanceof Reply.Int integer) {
            return List.of(Long.toString(integer.value()));
        }
        byte[] bytes = answer instanceof byte[] raw ? raw : answer instanceof Reply.Bytes some ? some.value() : null;
        boolean isNil = answer == null || answer instanceof Reply.Nil;
        return List.of(isNil ? "nil" : bytes == null ? answer.toString() : new String(bytes, StandardCharsets.UTF_8));
    }
}
