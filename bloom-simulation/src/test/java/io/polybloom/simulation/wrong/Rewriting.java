package io.polybloom.simulation.wrong;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Rewrites commands and replies, so that the guard which they are is missing. */
final class Rewriting {

    private static final int SET = 3;
    private static final int SEALED = 6;
    private static final int TRAILER = 2;

    /** In the seven bits of the trailer after the first one. */
    private static final long SEAL = 0x40;

    private Rewriting() {}

    /** A field of a register, or of another hash. */
    record Field(String name, String value) {}

    static String text(byte[] word) {
        return new String(word, StandardCharsets.UTF_8);
    }

    static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
    }

    static String key(Command command) {
        return text(command.key());
    }

    /** An argument; an empty text if there are not as many. */
    static String argument(Command command, int index) {
        return index < command.arguments().length ? text(command.arguments()[index]) : "";
    }

    /** A command whose arguments are texts. */
    static Command command(Verb verb, String key, String... arguments) {
        return new Command(
                verb, bytes(key), Arrays.stream(arguments).map(Rewriting::bytes).toArray(byte[][]::new));
    }

    static Command withKey(Command command, String key) {
        return new Command(command.verb(), bytes(key), command.arguments());
    }

    /** The fields of a hash in the reply to HGETALL; none in any other reply. */
    static List<Field> fields(Reply reply) {
        List<Field> fields = new ArrayList<>();
        if (reply instanceof Reply.Many many) {
            for (int i = 0; i + 1 < many.elements().size(); i += 2) {
                fields.add(new Field(
                        text(many.elements().get(i)), text(many.elements().get(i + 1))));
            }
        }
        return fields;
    }

    private static String text(Reply word) {
        return word instanceof Reply.Bytes bytes ? text(bytes.value()) : "";
    }

    /** The reply to HGETALL with other fields; any other reply as it is. */
    static Reply withFields(Reply reply, Consumer<List<Field>> change) {
        if (!(reply instanceof Reply.Many)) {
            return reply;
        }
        List<Field> fields = fields(reply);
        change.accept(fields);
        List<Reply> words = new ArrayList<>();
        for (Field field : fields) {
            words.add(Reply.of(field.name()));
            words.add(Reply.of(field.value()));
        }
        return new Reply.Many(words);
    }

    /** The reply with other values, if it has the values of bits. */
    static Reply withValues(Reply reply, UnaryOperator<long[]> change) {
        return reply instanceof Reply.Ints integers
                ? new Reply.Ints(change.apply(integers.values().clone()))
                : reply;
    }

    /** The trailer stands first in the reply about bits: alive, sealed. */
    static Reply withTrailer(Reply reply, int index, long value) {
        return withValues(reply, values -> {
            if (values.length >= TRAILER) {
                values[index] = value;
            }
            return values;
        });
    }

    /** The reply of a partition that has all bits which it was asked for. */
    static Reply withAllBits(Reply reply) {
        return withValues(reply, values -> {
            Arrays.fill(values, Math.min(TRAILER, values.length), values.length, 1);
            return values;
        });
    }

    /** The reply to TIME of a server whose clock is ahead. */
    static Reply later(Reply reply, Duration ahead) {
        if (!(reply instanceof Reply.Many many)) {
            return reply;
        }
        long later = Long.parseLong(text(many.elements().get(0))) + ahead.toSeconds();
        return new Reply.Many(
                List.of(Reply.of(Long.toString(later)), many.elements().get(1)));
    }

    /** A command that lets a key expire at an earlier instant. */
    static Command earlier(Command command, Duration by) {
        long instant = Long.parseLong(argument(command, 0)) - by.toMillis();
        return command(command.verb(), key(command), Long.toString(instant));
    }

    /** Returns whether a command seals: it begins with GET u1 m SET u1 m+1 1. */
    private static boolean seals(Command command) {
        return command.verb() == Verb.BITFIELD
                && command.arguments().length > SEALED
                && argument(command, SET).equals("SET");
    }

    /** Returns whether a command changes bits, and does not only read them. */
    static boolean setsBits(Command command) {
        return Arrays.stream(command.arguments())
                .map(Rewriting::text)
                .anyMatch(word -> word.equals("SET") || word.equals("INCRBY"));
    }

    /** The reply of a partition as if it were sealed. */
    static Reply sealed(Reply reply) {
        return withValues(reply, values -> {
            if (values.length >= TRAILER) {
                values[1] |= SEAL;
            }
            return values;
        });
    }

    /** The reply of a partition without marks of rebuilds. */
    static Reply withoutMarks(Reply reply) {
        return withValues(reply, values -> {
            if (values.length >= TRAILER) {
                values[1] &= SEAL;
            }
            return values;
        });
    }

    /** The same command without the seal, which it only reads. */
    static Command withoutSeal(Command command) {
        if (!seals(command)) {
            return command;
        }
        byte[][] words = command.arguments();
        List<byte[]> reading = new ArrayList<>(List.of(words));
        reading.remove(SEALED);
        reading.set(SET, words[0]);
        return new Command(Verb.BITFIELD, command.key(), reading.toArray(new byte[0][]));
    }

    /** The seal of a sampled layer, put on the layer after it, if there is one by now. */
    static Reply sealingTheNext(Command command, Function<Command, Reply> server) {
        if (!seals(command)) {
            return server.apply(command);
        }
        byte[] next = bytes(Format.inSecondLayer(key(command), server));
        Reply length = server.apply(new Command(Verb.STRLEN, next));
        long bytes = length instanceof Reply.Int number ? number.value() : 0;
        if (bytes == 0) {
            return server.apply(command);
        }
        byte[][] words = command.arguments().clone();
        words[SEALED - 1] = bytes(Long.toString((bytes - 1) * Byte.SIZE + 1));
        return server.apply(new Command(Verb.BITFIELD, next, words));
    }
}
