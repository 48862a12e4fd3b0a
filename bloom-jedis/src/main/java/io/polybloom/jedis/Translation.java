package io.polybloom.jedis;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** Turns commands into those of Jedis, and what Jedis reads into replies. */
final class Translation {

    private Translation() {}

    static CommandArguments arguments(Command command) {
        CommandArguments arguments =
                new CommandArguments(Protocol.Command.valueOf(command.verb().name()));
        command.verb().operation().ifPresent(arguments::add);
        arguments.key(command.key());
        for (byte[] argument : command.arguments()) {
            arguments.add(argument);
        }
        return arguments;
    }

    /** The reply for an answer as Jedis parses it without a builder; an error is an exception object. */
    static Reply reply(@Nullable Object answer) {
        if (answer instanceof JedisDataException error) {
            return Reply.Failure.ofServer(error.getMessage(), error);
        }
        if (answer instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof KeyValue) {
            return Reply.of(flat(list));
        }
        return Reply.of(answer);
    }

    /** A RESP3 map is a list of pairs in Jedis. */
    private static List<Object> flat(List<?> pairs) {
        List<Object> flat = new ArrayList<>(2 * pairs.size());
        pairs.forEach(element ->
                Collections.addAll(flat, ((KeyValue<?, ?>) element).getKey(), ((KeyValue<?, ?>) element).getValue()));
        return flat;
    }
}
