package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rewrites commands and replies, so that the guard which they are is missing. */
final class Rewriting {

    private static final int SET = 3;
    private static final int SEALED = 6;
    private static final int TRAILER = 2;

    private Rewriting() {}

    /** The trailer stands first in the reply about bits: alive, sealed. */
    static Reply withTrailer(Reply reply, int index, long value) {
        if (!(reply instanceof Reply.Ints integers) || integers.values().length < TRAILER) {
            return reply;
        }
        long[] values = integers.values().clone();
        values[index] = value;
        return new Reply.Ints(values);
    }

    /** A command that lets a key expire at an earlier instant. */
    static Command earlier(Command command, Duration by) {
        long instant = Long.parseLong(text(command.arguments()[0])) - by.toMillis();
        return new Command(command.verb(), command.key(), Long.toString(instant).getBytes(StandardCharsets.UTF_8));
    }

    /** The reply of a partition that has all bits which it was asked for. */
    static Reply withAllBits(Reply reply) {
        if (!(reply instanceof Reply.Ints integers)) {
            return reply;
        }
        long[] values = integers.values().clone();
        Arrays.fill(values, Math.min(TRAILER, values.length), values.length, 1);
        return new Reply.Ints(values);
    }

    /** The reply of a partition that has none of the bits which it was asked for. */
    static Reply withoutBits(Reply reply) {
        if (!(reply instanceof Reply.Ints integers)) {
            return reply;
        }
        long[] values = integers.values().clone();
        Arrays.fill(values, Math.min(TRAILER, values.length), values.length, 0);
        return new Reply.Ints(values);
    }

    /** Returns whether a command seals: it begins with GET u1 m SET u1 m+1 1. */
    static boolean seals(Command command) {
        byte[][] words = command.arguments();
        return command.verb() == Verb.BITFIELD
                && words.length > SEALED
                && text(words[SET]).equals("SET");
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
        String key = text(command.key());
        if (!seals(command) || !key.endsWith(".0")) {
            return server.apply(command);
        }
        byte[] next = (key.substring(0, key.length() - 1) + "1").getBytes(StandardCharsets.UTF_8);
        Reply length = server.apply(new Command(Verb.STRLEN, next));
        long bytes = length instanceof Reply.Int number ? number.value() : 0;
        if (bytes == 0) {
            return server.apply(command);
        }
        byte[] sealed = Long.toString((bytes - 1) * Byte.SIZE + 1).getBytes(StandardCharsets.UTF_8);
        byte[][] words = command.arguments().clone();
        words[SEALED - 1] = sealed;
        return server.apply(new Command(Verb.BITFIELD, next, words));
    }

    /** A claim that does not care whether there is one. */
    static Command claiming(Command command) {
        return command.verb() == Verb.HSETNX && text(command.arguments()[0]).equals("spec")
                ? new Command(Verb.HSET, command.key(), command.arguments())
                : command;
    }

    /** The claim of a layer by a client of another version, which sizes layers otherwise. */
    static Command shapingOtherwise(Command command, Call caller) {
        if (!isClaimOfLayer(command) || !caller.operation().object().equals("b")) {
            return command;
        }
        byte[][] words = command.arguments();
        Matcher bits = Pattern.compile("bits=(\\d+)").matcher(text(words[1]));
        String larger = bits.replaceFirst(size -> "bits=" + (Long.parseLong(size.group(1)) + Byte.SIZE));
        return new Command(command.verb(), command.key(), words[0], larger.getBytes(StandardCharsets.UTF_8));
    }

    /** The claim of a layer that does not care whether there is one. */
    static Command claimingLayer(Command command) {
        return isClaimOfLayer(command) ? new Command(Verb.HSET, command.key(), command.arguments()) : command;
    }

    private static boolean isClaimOfLayer(Command command) {
        return command.verb() == Verb.HSETNX && text(command.arguments()[0]).startsWith("layer.");
    }

    /** The reply to HGETALL of a config whose first layer looks ready. */
    static Reply ready(Reply reply) {
        if (!(reply instanceof Reply.Many many)) {
            return reply;
        }
        List<Reply> fields = new ArrayList<>(many.elements());
        for (int i = 0; i + 1 < many.elements().size(); i += 2) {
            String value = many.elements().get(i + 1) instanceof Reply.Bytes bytes ? text(bytes.value()) : "";
            int generation = value.indexOf("generation=");
            if (generation >= 0) {
                String id = value.substring(value.indexOf('=', generation) + 1, value.indexOf(';', generation));
                fields.add(bytes("ready." + id + ".0"));
                fields.add(bytes("1"));
            }
        }
        return new Reply.Many(fields);
    }

    /** The reply to HGETALL, all of whose specifications are of one life. */
    static Reply ofOneLife(Reply reply) {
        if (!(reply instanceof Reply.Many many)) {
            return reply;
        }
        List<Reply> fields = new ArrayList<>();
        for (Reply field : many.elements()) {
            boolean isText = field instanceof Reply.Bytes;
            String text = isText ? text(((Reply.Bytes) field).value()) : "";
            fields.add(isText ? bytes(text.replaceFirst("origin=[^;]*", "origin=0123456789abcdef")) : field);
        }
        return new Reply.Many(fields);
    }

    /** The reply to HGETALL of a config as it was before any layer was opened. */
    static Reply withoutGrownLayers(Reply reply) {
        if (!(reply instanceof Reply.Many many)) {
            return reply;
        }
        List<Reply> fields = new ArrayList<>();
        for (int i = 0; i + 1 < many.elements().size(); i += 2) {
            String field = many.elements().get(i) instanceof Reply.Bytes bytes ? text(bytes.value()) : "";
            boolean isOfGrownLayer = field.startsWith("layer.") || field.matches("ready\\.[^.]*\\.[1-9].*");
            if (!isOfGrownLayer) {
                fields.add(many.elements().get(i));
                fields.add(many.elements().get(i + 1));
            }
        }
        return new Reply.Many(fields);
    }

    /** The reply to TIME of a server whose clock is ahead. */
    static Reply later(Reply reply, Duration ahead) {
        if (!(reply instanceof Reply.Many many) || !(many.elements().get(0) instanceof Reply.Bytes seconds)) {
            return reply;
        }
        long later = Long.parseLong(text(seconds.value())) + ahead.toSeconds();
        return new Reply.Many(
                List.of(bytes(Long.toString(later)), many.elements().get(1)));
    }

    private static Reply bytes(String text) {
        return new Reply.Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(byte[] word) {
        return new String(word, StandardCharsets.UTF_8);
    }
}
