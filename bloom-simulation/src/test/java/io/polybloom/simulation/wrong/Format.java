package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.wrong.Rewriting.Field;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Knows the keys and the texts of the format: what a command says to the register of a filter, and what a reply shows
 * of it. The mistakes say what they leave out, and no other class of theirs spells a key or a field.
 */
final class Format {

    private Format() {}

    private static When on(Verb verb, Predicate<String> key) {
        return sent(verb).and((command, caller) -> key.test(Rewriting.key(command)));
    }

    /** Writes a version in which something is so, to the register or to its copy. */
    static When writes(Predicate<Map<String, String>> state) {
        return (command, caller) -> {
            Map<String, String> written = StoredFilter.written(command);
            return !written.isEmpty() && state.test(written);
        };
    }

    /** Writes a version that has a field. */
    static When writes(String field) {
        return writes(state -> state.containsKey(field));
    }

    /** Writes a version in a phase to the register. */
    static When writesPhase(String phase) {
        return writes(state -> phase.equals(state.get("phase"))).and(onRegister());
    }

    /** Publishes a layer. */
    static When publishes() {
        return writes(state -> !state.containsKey("making")
                && !state.getOrDefault("layers", "").isEmpty());
    }

    /** On the register, and not on its copy. */
    static When onRegister() {
        return (command, caller) -> isRegister(Rewriting.key(command));
    }

    private static boolean isRegister(String key) {
        return StoredFilter.isRegister(key) && key.endsWith("}");
    }

    /** On the register or its copy. */
    static When ofRegister(Verb verb) {
        return on(verb, StoredFilter::isRegister);
    }

    /** A reading of the register or of its copy. */
    static When reads() {
        return ofRegister(Verb.HGETALL);
    }

    /** A reading of the register. */
    static When readsRegister() {
        return on(Verb.HGETALL, Format::isRegister);
    }

    /** A reading of the copy. */
    static When readsCopy() {
        return on(Verb.HGETALL, key -> StoredFilter.isRegister(key) && !isRegister(key));
    }

    /** Brings a version to where only the other key has it. */
    static When restores() {
        return sent(Verb.HSETNX).and((command, caller) -> StoredFilter.isRegister(Rewriting.key(command)));
    }

    /** Takes a partition away from the slice before. */
    static When takesPartitionAway() {
        return sent(Verb.RENAMENX).field(".*:old");
    }

    /** Brings a partition to its new slice. */
    static When bringsPartition() {
        return sent(Verb.RENAMENX).key(".*:old");
    }

    /** The key of the string that clears the columns of a partition. */
    static String mask(String partition) {
        return partition + ":mask";
    }

    /** On the claims of a writer. */
    static When ofClaims(Verb verb) {
        return on(verb, StoredFilter::isOfClaims);
    }

    /** Makes the key of claims. */
    static When makesClaims() {
        return ofClaims(Verb.ZADD)
                .and((command, caller) -> Stream.of(command.arguments())
                        .anyMatch(word -> Rewriting.text(word).equals("-")));
    }

    /** The same key of claims for all that a writer ever makes. */
    static String ofAnyTime(String claims) {
        return claims.replaceFirst("(}:claims:).*", "$1anytime");
    }

    /** On a partition of another slice than a given one. */
    static When notOfSlice(Verb verb, long slice) {
        return sent(verb).key(".*(?<!\\." + slice + ")");
    }

    /** On the attempts to import a snapshot. */
    static When ofImports(Verb verb) {
        return sent(verb).key(".*:import");
    }

    /** Removes the keys of layers, and of nothing else. */
    static When unlinksLayers() {
        return sent(Verb.UNLINK).ofPartition();
    }

    /** The key of the register of the filter to which another key belongs. */
    static String registerBeside(String key) {
        return StoredFilter.register(StoredFilter.nameIn(key));
    }

    /** The current version in a reading of the register or its copy; nothing if there is none. */
    static Map<String, String> state(Reply reading) {
        return Rewriting.fields(reading).stream()
                .max(Comparator.comparing(field -> Long.parseLong(field.name())))
                .map(Field::value)
                .map(StoredFilter::parse)
                .orElse(Map.of());
    }

    /** The current version of the filter to which a key belongs, as the register has it. */
    static Map<String, String> stateBeside(String key, Function<Command, Reply> server) {
        return state(server.apply(Rewriting.command(Verb.HGETALL, registerBeside(key))));
    }

    /** The ids of the layers in a field of a state. */
    static List<String> layers(Map<String, String> state, String field) {
        return Stream.of(state.getOrDefault(field, "").split(","))
                .filter(layer -> !layer.isEmpty())
                .map(layer -> layer.split("/")[0])
                .toList();
    }

    /** The key of the same partition in the layer after the first one; an empty text if it is in no first layer. */
    static String inSecondLayer(String key, Function<Command, Reply> server) {
        List<String> layers = layers(stateBeside(key, server), "layers");
        return layers.size() > 1 && key.endsWith(layers.get(0)) ? key.replace(layers.get(0), layers.get(1)) : "";
    }

    /** The reading in which all versions are other ones. */
    static Reply withStates(Reply reading, Consumer<Map<String, String>> change) {
        return Rewriting.withFields(
                reading, fields -> fields.replaceAll(field -> new Field(field.name(), changed(field.value(), change))));
    }

    /** The text of another version. */
    static String changed(String text, Consumer<Map<String, String>> change) {
        Map<String, String> state = StoredFilter.parse(text);
        change.accept(state);
        return text(state);
    }

    private static String text(Map<String, String> state) {
        return state.entrySet().stream()
                .map(pair -> pair.getKey() + "=" + pair.getValue())
                .collect(Collectors.joining(";"));
    }

    /** Writes other versions than calls mean, and shows each call what it means. */
    static Distortion writing(When when, Consumer<Map<String, String>> change) {
        Map<Call, Map<String, String>> meant = new WeakHashMap<>();
        return (command, caller, server) -> {
            if (!StoredFilter.written(command).isEmpty() && when.isMet(command, caller)) {
                String text = Rewriting.argument(command, 1);
                String other = changed(text, change);
                meant.computeIfAbsent(caller, first -> new HashMap<>()).put(other, text);
                return server.apply(Rewriting.command(
                        command.verb(), Rewriting.key(command), Rewriting.argument(command, 0), other));
            }
            Map<String, String> own = meant.getOrDefault(caller, Map.of());
            return Rewriting.withFields(
                    server.apply(command),
                    fields -> fields.replaceAll(
                            field -> new Field(field.name(), own.getOrDefault(field.value(), field.value()))));
        };
    }

    /** Leaves out the layers that a version ends. */
    static Consumer<Map<String, String>> endingNothing() {
        return state -> state.remove("ended");
    }

    /** Writes a version over another one that has its number. */
    static Distortion overwriting(When when) {
        When writes = (command, caller) -> command.verb() == Verb.HSETNX && when.isMet(command, caller);
        return writes.executed((command, caller, server) -> {
            server.apply(new Command(Verb.HDEL, command.key(), command.arguments()[0]));
            return server.apply(command);
        });
    }

    /** The reading of a filter without the layers after the first one. */
    static Reply withoutGrowth(Reply reading) {
        return withStates(reading, state -> {
            state.computeIfPresent("layers", (field, layers) -> layers.split(",")[0]);
            state.remove("making");
        });
    }

    /** The reading of a window that has no keys. */
    static Reply withoutSlices(Reply reading) {
        return withStates(reading, state -> {
            state.replace("layers", "");
            state.keySet().removeAll(Set.of("slice", "moving", "making"));
        });
    }

    /** The reading of a filter that uses what is being made. */
    static Reply ready(Reply reading) {
        return withStates(reading, state -> {
            String making = state.remove("making");
            if (making != null && state.getOrDefault("layers", "").isEmpty()) {
                state.put("layers", making);
                state.put("phase", "ready");
            }
        });
    }

    /** The reading of a register whose versions all follow each other. */
    static Reply inOneLine(Reply reading) {
        Map<String, String> authors = Rewriting.fields(reading).stream()
                .collect(Collectors.toMap(
                        Field::name, field -> StoredFilter.parse(field.value()).getOrDefault("by", "")));
        return Rewriting.withFields(
                reading,
                fields -> fields.replaceAll(field -> {
                    String before = authors.get(Long.toString(Long.parseLong(field.name()) - 1));
                    Consumer<Map<String, String>> change = state -> state.replace("after", before);
                    return before == null ? field : new Field(field.name(), changed(field.value(), change));
                }));
    }

    /** The number of times that a filter has been cleared. */
    static long clears(Reply reading) {
        return Long.parseLong(state(reading).getOrDefault("clears", "0"));
    }

    /** The life of which a reading is; an empty text if it shows none. */
    static String life(Reply reading) {
        return state(reading).getOrDefault("life", "");
    }

    /** The reading as if the life that it shows were another one. */
    static Reply ofLife(String known, Reply reading) {
        return withStates(reading, state -> state.replace("life", known));
    }

    /** The reading of a filter that was rebuilt each time that it was cleared. */
    static Reply rebuilt(Reply reading) {
        return withStates(reading, state -> {
            long clears = Long.parseLong(state.getOrDefault("clears", "0"));
            state.replace("rebuilds", Long.toString(Long.parseLong(state.getOrDefault("rebuilds", "0")) + clears));
            state.replace("clears", "0");
        });
    }
}
