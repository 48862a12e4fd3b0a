package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Engines that go on in another generation, or in another life, as if it were the one in which they began. */
final class SuccessorMistakes {

    private static final Pattern ORIGIN = Pattern.compile("origin=([0-9a-f]+)");

    private SuccessorMistakes() {}

    /** What a call is shown instead of a config. */
    private interface Reading {
        Reply of(Operation operation, String origin, Reply config);
    }

    private static Distortion whereALifeIsRead(Reading reading) {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            String origin = origin(command, reply);
            return origin.isEmpty() ? reply : reading.of(caller.operation(), origin, reply);
        };
    }

    /** Calls of one kind do not say that the filter is not the one that their object has opened. */
    static Distortion withoutTelling(OperationKind kind) {
        Map<String, String> opened = new HashMap<>();
        return whereALifeIsRead((operation, origin, reply) -> {
            if (operation.kind() == OperationKind.OPEN) {
                opened.put(operation.object(), origin);
            }
            String known = opened.getOrDefault(operation.object(), origin);
            return operation.kind() == kind ? mapping(reply, text -> text.replace(origin, known)) : reply;
        });
    }

    /** A look-up tells of the life that a measurement has met, and not of the one after that. */
    static Distortion tellingOfWhatHasEnded() {
        Map<String, String> opened = new HashMap<>();
        Map<String, Reply> measured = new HashMap<>();
        return whereALifeIsRead((operation, origin, reply) -> {
            String object = operation.object();
            switch (operation.kind()) {
                case OPEN -> {
                    opened.put(object, origin);
                    measured.remove(object);
                }
                case STATS -> {
                    if (!origin.equals(opened.get(object))) {
                        measured.put(object, reply);
                    }
                }
                case LOOK_UP -> {
                    Reply before = measured.remove(object);
                    return before == null ? reply : before;
                }
                default -> {}
            }
            return reply;
        });
    }

    /** An add takes a clear for a rebuild, which leaves the elements in the filter. */
    static Distortion takingAClearForARebuild() {
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            String specification = specification(command, reply);
            return caller.operation().kind() == OperationKind.ADD && !specification.isEmpty()
                    ? rebuilt((Reply.Many) reply, specification)
                    : reply;
        };
    }

    private static Reply rebuilt(Reply.Many config, String specification) {
        List<Reply> fields = new ArrayList<>(config.elements());
        for (int i = 0; i < fields.size(); i += 2) {
            String field = text(fields.get(i));
            String generation = text(fields.get(i + 1));
            if (field.startsWith("generation.") && generation.matches("[0-9a-f]{16}")) {
                String number = field.substring(field.lastIndexOf('.') + 1);
                String made = specification.replaceFirst("generation=[0-9a-f]+", "generation=" + generation);
                fields.set(i + 1, Reply.of("rebuilds=" + number + ";" + made));
            }
        }
        return new Reply.Many(fields);
    }

    /** A claim brings everything that it has written to one generation into each other one that it writes to. */
    static Distortion bringingAll() {
        Map<Call, List<Command>> written = new WeakHashMap<>();
        return (command, caller, server) -> {
            Reply reply = server.apply(command);
            boolean isAdd = caller.operation().kind() == OperationKind.CLAIM_ALL && command.verb() == Verb.BITFIELD;
            if (isAdd && Lacking.isPartition(command)) {
                List<Command> before = written.computeIfAbsent(caller, first -> new ArrayList<>());
                before.forEach(earlier -> server.apply(new Command(Verb.BITFIELD, command.key(), earlier.arguments())));
                before.add(command);
            }
            return reply;
        };
    }

    /** Returns the life in the reply to a reading of the config; an empty text if there is none. */
    private static String origin(Command command, Reply reply) {
        Matcher matcher = ORIGIN.matcher(specification(command, reply));
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Returns the specification in the reply to a reading of the config; an empty text if there is none. */
    private static String specification(Command command, Reply reply) {
        if (command.verb() != Verb.HGETALL || Lacking.isTrace(command) || !(reply instanceof Reply.Many config)) {
            return "";
        }
        List<Reply> fields = config.elements();
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            if (text(fields.get(i)).equals("spec")) {
                return text(fields.get(i + 1));
            }
        }
        return "";
    }

    private static Reply mapping(Reply config, UnaryOperator<String> change) {
        return new Reply.Many(((Reply.Many) config)
                .elements().stream()
                        .map(SuccessorMistakes::text)
                        .map(text -> Reply.of(change.apply(text)))
                        .toList());
    }

    private static String text(Reply word) {
        return word instanceof Reply.Bytes bytes ? Rewriting.text(bytes.value()) : "";
    }
}
