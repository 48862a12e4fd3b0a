package io.polybloom.jedis;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** Turns commands into those of Jedis, and what Jedis reads into replies. */
final class Translation {

    private static final Map<Verb, ProtocolCommand> COMMANDS = commands();

    private Translation() {}

    static CommandArguments arguments(Command command) {
        CommandArguments arguments = new CommandArguments(COMMANDS.get(command.verb())).key(command.key());
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
        for (Object element : pairs) {
            KeyValue<?, ?> pair = (KeyValue<?, ?>) element;
            flat.add(pair.getKey());
            flat.add(pair.getValue());
        }
        return flat;
    }

    private static Map<Verb, ProtocolCommand> commands() {
        Map<Verb, ProtocolCommand> commands = new EnumMap<>(Verb.class);
        for (Verb verb : Verb.values()) {
            commands.put(verb, Protocol.Command.valueOf(verb.name()));
        }
        return commands;
    }
}
