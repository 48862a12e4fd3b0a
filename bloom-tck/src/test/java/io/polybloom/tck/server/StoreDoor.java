package io.polybloom.tck.server;

import io.polybloom.memory.server.MemoryStore;
import io.polybloom.spi.Reply;
import io.polybloom.tck.resp.RespInput;
import io.polybloom.tck.resp.RespOutput;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A store in this JVM as a server of the Redis protocol, so that the kit can look into it. Filters do not go through
 * this door.
 */
public final class StoreDoor implements StandaloneServer, AutoCloseable {

    private final MemoryStore store;
    private final Listener listener;

    /** Opens a door on a free port of 127.0.0.1. */
    public StoreDoor(MemoryStore store) {
        this.store = store;
        this.listener = new Listener(this::serve);
        listener.start();
    }

    @Override
    public String uri() {
        return "redis://" + Ports.HOST + ":" + listener.port();
    }

    @Override
    public RespClient client() {
        return RespClient.connect(Ports.HOST, listener.port());
    }

    @Override
    public void close() {
        listener.close();
    }

    private void serve(Socket client) throws IOException {
        RespInput in = new RespInput(client.getInputStream());
        RespOutput out = new RespOutput(client.getOutputStream());
        for (List<byte[]> words = in.command(); words != null; words = in.command()) {
            write(out, execute(words));
            out.flush();
        }
    }

    private Reply execute(List<byte[]> words) {
        String name = text(words.get(0)).toUpperCase(Locale.ROOT);
        return switch (name) {
            case "SCAN" -> scan(words);
            case "HKEYS" -> fields(words);
            default -> store.call(words);
        };
    }

    /** All names at once: SCAN cursor MATCH pattern COUNT count. */
    private Reply scan(List<byte[]> words) {
        Predicate<String> matches = matching(text(words.get(3)));
        List<Reply> names = new ArrayList<>();
        for (String key : store.keys()) {
            if (matches.test(key)) {
                names.add(new Reply.Bytes(key.getBytes(StandardCharsets.ISO_8859_1)));
            }
        }
        return new Reply.Many(List.of(Reply.of("0"), new Reply.Many(names)));
    }

    private Reply fields(List<byte[]> words) {
        Reply hash = store.call(List.of(bytes("HGETALL"), words.get(1)));
        if (!(hash instanceof Reply.Many flat)) {
            return hash;
        }
        List<Reply> fields = new ArrayList<>();
        for (int i = 0; i < flat.elements().size(); i += 2) {
            fields.add(flat.elements().get(i));
        }
        return new Reply.Many(fields);
    }

    /** The patterns of the kit have stars and sets of characters. */
    private static Predicate<String> matching(String pattern) {
        String expression = Pattern.compile("\\*|\\[[^]]*]|[^*\\[]+")
                .matcher(pattern)
                .replaceAll(part -> Matcher.quoteReplacement(expression(part.group())));
        return Pattern.compile(expression, Pattern.DOTALL).asMatchPredicate();
    }

    private static String expression(String part) {
        return switch (part.charAt(0)) {
            case '*' -> ".*";
            case '[' -> part;
            default -> Pattern.quote(part);
        };
    }

    private static void write(RespOutput out, Reply reply) throws IOException {
        if (reply instanceof Reply.Int number) {
            out.line(":" + number.value());
        } else if (reply instanceof Reply.Bytes bytes) {
            out.bulk(bytes.value());
        } else if (reply instanceof Reply.Nil) {
            out.line("$-1");
        } else if (reply instanceof Reply.Failure failure) {
            out.line("-" + failure.serverError());
        } else if (reply instanceof Reply.Ints numbers) {
            out.line("*" + numbers.values().length);
            for (long value : numbers.values()) {
                out.line(":" + value);
            }
        } else if (reply instanceof Reply.Many many) {
            out.line("*" + many.elements().size());
            for (Reply element : many.elements()) {
                write(out, element);
            }
        }
    }

    private static String text(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.ISO_8859_1);
    }
}
