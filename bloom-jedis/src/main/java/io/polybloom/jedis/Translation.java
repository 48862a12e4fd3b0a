package io.polybloom.jedis;

import io.polybloom.spi.Reply;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** Converts the answers of Jedis to replies. */
final class Translation {

    private Translation() {}

    /** Returns the reply for an answer that Jedis parses without a builder. The source may throw or return an error. */
    static Reply reply(Supplier<@Nullable Object> source) {
        Object answer;
        try {
            answer = source.get();
        } catch (JedisDataException error) {
            answer = error;
        }
        if (answer instanceof JedisDataException error) {
            return Reply.Failure.ofServer(String.valueOf(error.getMessage()), error);
        }
        if (answer instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof KeyValue) {
            return Reply.of(list.stream().flatMap(Translation::parts).toList());
        }
        return Reply.of(answer instanceof List<?> list ? withFailures(list) : answer);
    }

    /** The answer to EXEC may hold errors of single commands. */
    private static List<?> withFailures(List<?> list) {
        for (Object element : list) {
            if (element instanceof JedisDataException) {
                return list.stream().map(Translation::withFailure).toList();
            }
        }
        return list;
    }

    private static @Nullable Object withFailure(@Nullable Object element) {
        return element instanceof JedisDataException error
                ? Reply.Failure.ofServer(String.valueOf(error.getMessage()), error)
                : element;
    }

    /** A RESP3 map is a list of pairs in Jedis. */
    private static Stream<?> parts(Object pair) {
        return Stream.of(((KeyValue<?, ?>) pair).getKey(), ((KeyValue<?, ?>) pair).getValue());
    }
}
