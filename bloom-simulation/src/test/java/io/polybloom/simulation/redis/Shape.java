package io.polybloom.simulation.redis;

import io.polybloom.spi.Reply;
import io.polybloom.tck.resp.RespError;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The replies of real and simulated servers as texts that are equal if the replies are. */
final class Shape {

    private Shape() {}

    /** Returns the words of a command as bytes. */
    static List<byte[]> words(List<String> command) {
        return command.stream()
                .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    /** Returns a reply to a command as text. */
    static String of(List<String> command, @Nullable Object reply) {
        return comparable(command, shape(reply));
    }

    /** Returns the same, of an error only its code. */
    static String codeOf(List<String> command, @Nullable Object reply) {
        String text = of(command, reply);
        return text.startsWith("error ") ? text.split(" ")[1] : text;
    }

    /** The order of the fields of a hash and the time are the server's own. */
    private static String comparable(List<String> command, Object shape) {
        if (command.get(0).equalsIgnoreCase("PTTL") && shape instanceof Long left && left > 0) {
            return "some time left";
        }
        if (!command.get(0).equalsIgnoreCase("HGETALL") || !(shape instanceof List<?> flat)) {
            return shape.toString();
        }
        TreeMap<String, Object> fields = new TreeMap<>();
        for (int i = 0; i < flat.size(); i += 2) {
            fields.put(flat.get(i).toString(), flat.get(i + 1));
        }
        return fields.toString();
    }

    private static Object shape(@Nullable Object reply) {
        if (reply instanceof RespError error) {
            // Redis 6 quotes no command there.
            return "error " + error.getMessage().replaceAll("expire time in (\\w+)$", "expire time in '$1' command");
        }
        if (reply instanceof Reply.Failure failure) {
            return "error " + failure.serverError();
        }
        if (reply instanceof Reply.Int number) {
            return number.value();
        }
        if (reply instanceof Reply.Ints numbers) {
            return Arrays.stream(numbers.values()).boxed().map(Shape::shape).toList();
        }
        if (reply instanceof Reply.Many many) {
            return many.elements().stream().map(Shape::shape).toList();
        }
        if (reply instanceof List<?> list) {
            return list.stream().map(Shape::shape).toList();
        }
        if (reply instanceof Reply.Bytes bytes) {
            return new String(bytes.value(), StandardCharsets.ISO_8859_1);
        }
        if (reply instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        return reply == null || reply instanceof Reply.Nil ? "nil" : reply;
    }
}
