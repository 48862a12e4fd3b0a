package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.defect.UndoneWorlds;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.UnaryOperator;

/** Engines that keep to what is undone or gone, and those that remove what a failover may bring back. */
final class UndoneMistakes {

    private UndoneMistakes() {}

    /** A clear reads another number of its generation, and so does not find the one before. */
    static Distortion forgettingThePrevious() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            return command.verb() == Verb.HGETALL && caller.operation().kind() == OperationKind.CLEAR
                    ? renaming(reply, field -> field.replaceFirst("^(generation\\..*\\.)1$", "$12"))
                    : reply;
        };
    }

    /** A move reads a later slice than it has published, and so takes its own for the one before. */
    static Distortion forgettingThePreviousSlice() {
        Set<Call> published = Collections.newSetFromMap(new WeakHashMap<>());
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            if (command.verb() == Verb.HSETNX
                    && Rewriting.text(command.arguments()[0]).matches("ready\\.[^.]*\\.[1-9].*")
                    && Rewriting.text(command.arguments()[1]).equals("1")) {
                published.add(caller);
            }
            return command.verb() == Verb.HGETALL && published.remove(caller) ? withALaterSlice(reply) : reply;
        };
    }

    /** An object that has cleared the filter reads the config as it was then, unless it has been cleared as often. */
    static Distortion keepingToItsClear() {
        Map<String, Reply> cleared = new HashMap<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            if (command.verb() != Verb.HGETALL || Lacking.isTrace(command)) {
                return reply;
            }
            String object = caller.operation().object();
            switch (caller.operation().kind()) {
                case OPEN -> cleared.remove(object);
                case CLEAR -> cleared.put(object, reply);
                default -> {
                    Reply own = cleared.getOrDefault(object, reply);
                    return clears(own) > clears(reply) ? own : reply;
                }
            }
            return reply;
        };
    }

    /** An add that has read of a rebuild finds it in the config for ever. */
    static Distortion keepingToItsRebuild() {
        Map<Call, List<Reply>> begun = new WeakHashMap<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isConfig = command.verb() == Verb.HGETALL && !Lacking.isTrace(command);
            if (caller.operation().kind() != OperationKind.ADD || !isConfig || !(reply instanceof Reply.Many config)) {
                return reply;
            }
            List<Reply> fields = new ArrayList<>(config.elements());
            for (int i = 0; i < fields.size(); i += 2) {
                if (text(fields.get(i)).startsWith("next.")) {
                    begun.putIfAbsent(caller, List.copyOf(fields.subList(i, i + 2)));
                }
            }
            if (!begun.containsKey(caller)) {
                return reply;
            }
            List<Reply> kept = new ArrayList<>(begun.get(caller));
            for (int i = 0; i < fields.size(); i += 2) {
                if (!text(fields.get(i)).matches("(next|decision)\\..*")) {
                    kept.addAll(fields.subList(i, i + 2));
                }
            }
            return new Reply.Many(kept);
        };
    }

    /** A call of the given kind that finds a partition missing changes the expiry of no other partition after that. */
    static Distortion givingUpAtALoss(OperationKind kind) {
        Set<Call> missing = Collections.newSetFromMap(new WeakHashMap<>());
        return (command, caller, server) -> {
            boolean isExpiry = command.verb() == Verb.PEXPIREAT;
            boolean isSign = isExpiry || command.verb() == Verb.BITFIELD_RO;
            if (caller.operation().kind() != kind || !isSign || !Lacking.isPartition(command)) {
                return server.apply(command);
            }
            Reply reply = isExpiry && missing.contains(caller) ? new Reply.Int(0) : server.apply(command);
            if (reply instanceof Reply.Int found && found.value() == 0
                    || reply instanceof Reply.Ints trailer && trailer.values()[0] == 0) {
                missing.add(caller);
            }
            return reply;
        };
    }

    /**
     * A removal of the expiry that finds a partition missing, and then a clear, writes once more what the config said.
     */
    static Distortion writingWhatItHasRead() {
        Map<Call, Reply> read = new WeakHashMap<>();
        Set<Call> missing = Collections.newSetFromMap(new WeakHashMap<>());
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            if (caller.operation().kind() != OperationKind.PERSIST) {
                return reply;
            }
            if (command.verb() == Verb.PEXPIREAT
                    && Lacking.isPartition(command)
                    && reply instanceof Reply.Int found
                    && found.value() == 0) {
                missing.add(caller);
            }
            if (command.verb() != Verb.HGETALL || Lacking.isTrace(command)) {
                return reply;
            }
            Reply before = read.put(caller, reply);
            if (before == null || clears(reply) == clears(before) || !missing.remove(caller)) {
                return reply;
            }
            server.apply(new Command(Verb.HSETNX, command.key(), expiryAgain(before, reply)));
            return server.apply(command);
        };
    }

    /** A removal that has given a config its name back finds nothing there. */
    static Distortion removingOnce() {
        Set<Call> given = Collections.newSetFromMap(new WeakHashMap<>());
        Distortion undoing = UndoneWorlds.undoingTheMark();
        return (command, caller, server) -> {
            if (command.verb() == Verb.RENAMENX && Rewriting.text(command.key()).endsWith(":gone")) {
                given.add(caller);
            }
            boolean isOver = command.verb() == Verb.HGETALL && given.contains(caller);
            return isOver ? new Reply.Many(List.of()) : undoing.execute(command, caller, server);
        };
    }

    /** An object that was told that claims were lost has all bits in its near cache nevertheless. */
    static Distortion rememberingBehindLostClaims() {
        return rememberingBehind((command, caller, reply) ->
                command.verb() == Verb.ZLEXCOUNT && reply instanceof Reply.Int born && born.value() == 0);
    }

    /** An object that was told that keys were lost has all bits in its near cache nevertheless. */
    static Distortion rememberingBehindLostKeys() {
        return rememberingBehind((command, caller, reply) ->
                command.verb() == Verb.BITFIELD && reply instanceof Reply.Ints bits && bits.values()[0] == 0);
    }

    /** An object that has cleared its filter has all bits in its near cache nevertheless. */
    static Distortion rememberingBehindItsClear() {
        return rememberingBehind((command, caller, reply) -> caller.operation().kind() == OperationKind.CLEAR);
    }

    /** Whether a reply tells an object of something behind which it knows nothing. */
    private interface News {
        boolean isTold(Command command, Call caller, Reply reply);
    }

    private static Distortion rememberingBehind(News news) {
        Set<String> told = new HashSet<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            String object = caller.operation().object();
            if (caller.operation().kind() == OperationKind.OPEN) {
                told.remove(object);
            }
            boolean isAsked = caller.operation().kind() == OperationKind.LOOK_UP && told.contains(object);
            if (news.isTold(command, caller, reply)) {
                told.add(object);
            }
            return isAsked && reply instanceof Reply.Ints bits ? alive(bits) : reply;
        };
    }

    /** With all columns of all cells. */
    private static Reply alive(Reply.Ints reply) {
        long[] values = reply.values().clone();
        Arrays.fill(values, -1);
        values[0] = 1;
        values[1] = 0;
        return new Reply.Ints(values);
    }

    /** Returns the number of times that a filter has been cleared or rebuilt. */
    private static long clears(Reply config) {
        return ((Reply.Many) config)
                .elements().stream()
                        .map(UndoneMistakes::text)
                        .filter(field -> field.startsWith("generation."))
                        .mapToLong(field -> Long.parseLong(field.substring(field.lastIndexOf('.') + 1)))
                        .max()
                        .orElse(0);
    }

    /** Returns the words of a further change to what a config has said before. */
    private static byte[][] expiryAgain(Reply before, Reply now) {
        List<String> names = ((Reply.Many) before)
                .elements().stream().map(UndoneMistakes::text).toList();
        String last = lastExpiry(now);
        int number = last.lastIndexOf('.') + 1;
        String next = last.substring(0, number) + (Long.parseLong(last.substring(number)) + 1);
        String value = names.get(names.indexOf(lastExpiry(before)) + 1);
        return new byte[][] {next.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)};
    }

    private static String lastExpiry(Reply config) {
        return ((Reply.Many) config)
                .elements().stream()
                        .map(UndoneMistakes::text)
                        .filter(field -> field.startsWith("expireAt."))
                        .max(String::compareTo)
                        .orElseThrow();
    }

    private static Reply withALaterSlice(Reply config) {
        List<Reply> fields = new ArrayList<>(((Reply.Many) config).elements());
        String newest = fields.stream()
                .map(UndoneMistakes::text)
                .filter(field -> field.startsWith("ready."))
                // The fields of a birth have a number of their own behind that of the slice.
                .map(field -> field.replaceFirst("^(ready\\.[^.]*\\.\\d+).*", "$1"))
                .max(String::compareTo)
                .orElseThrow();
        int number = newest.lastIndexOf('.') + 1;
        fields.add(bytes(newest.substring(0, number) + (Long.parseLong(newest.substring(number)) + 1)));
        fields.add(bytes("1"));
        return new Reply.Many(fields);
    }

    private static Reply renaming(Reply config, UnaryOperator<String> name) {
        if (!(config instanceof Reply.Many many)) {
            return config;
        }
        List<Reply> fields = new ArrayList<>(many.elements());
        for (int i = 0; i < fields.size(); i += 2) {
            fields.set(i, bytes(name.apply(text(fields.get(i)))));
        }
        return new Reply.Many(fields);
    }

    private static String text(Reply word) {
        return word instanceof Reply.Bytes bytes ? Rewriting.text(bytes.value()) : "";
    }

    private static Reply bytes(String text) {
        return new Reply.Bytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
