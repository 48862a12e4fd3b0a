package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.wrong.When.sent;

import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.wrong.Rewriting.Field;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows the keys and the fields of the format: what a command says to the config of a filter, and what a reply shows of
 * it. The mistakes say what they leave out, and no other class of theirs spells a key or a field.
 */
final class Format {

    private static final String DELETED = "deleted";
    private static final String GENERATIONS = "generation.";
    private static final String READY = "ready.";
    private static final String SLICES = "slice\\..*";
    private static final String LAYERS = "layer\\..*";
    private static final String TRACE = ":trace";
    private static final Pattern GENERATION = Pattern.compile("generation=([^;]*);");
    private static final Pattern LIFE = Pattern.compile("generation=(\\w+);origin=(\\w+)");

    private Format() {}

    private static When change(String field) {
        return sent(Verb.HSETNX).field(field);
    }

    private static When on(Verb verb, Predicate<String> key) {
        return sent(verb).and((command, caller) -> key.test(Rewriting.key(command)));
    }

    /** Claims a name for a filter. */
    static When claimsName() {
        return change("spec");
    }

    /** Claims a layer, which is then made. */
    static When claimsLayer() {
        return change(LAYERS);
    }

    /** Chooses the slice after the present one. */
    static When choosesSlice() {
        return change(SLICES);
    }

    /** Says that the keys of a slice are there. */
    static When publishesSlice() {
        return change("ready\\.[^.]*\\.[1-9].*").value("1");
    }

    /** Lets a window take no further slice. */
    static When closesWindow() {
        return change("closing\\..*");
    }

    /** Puts a generation in the place of another one. */
    static When publishesGeneration() {
        return change("generation\\..*");
    }

    /** Decides whether a rebuild replaces the filter. */
    static When decidesOnRebuild() {
        return change("decision\\..*");
    }

    /** Tells when the filter expires. */
    static When changesExpiry() {
        return (command, caller) -> !StoredFilter.changeOfExpiry(command).isEmpty();
    }

    /** Says that the filter is deleted. */
    static When marksDeletion() {
        return (command, caller) -> StoredFilter.marksDeletion(command);
    }

    /** Says that what is being made is not to be used. */
    static When givesBirthUp() {
        return change("ready\\..*").value(DELETED);
    }

    private static When logsBirth(String entry) {
        return change("(ready|claims)\\..*").value(entry);
    }

    /** Says in the log of a birth, of a layer or of claims, that a client makes the keys. */
    static When beginsBirth() {
        return logsBirth("makes=.*");
    }

    /** Ends the log of a birth. */
    static When endsBirth() {
        return logsBirth("1");
    }

    /** Removes the entries of a creator from the log of a birth. */
    static When withdrawsBirth() {
        return sent(Verb.HDEL)
                .and((command, caller) -> List.of(command.arguments()).stream()
                        .anyMatch(field -> Rewriting.text(field).startsWith(READY)));
    }

    /** A reading of the config. */
    static When readsConfig() {
        return on(Verb.HGETALL, key -> !isTrace(key));
    }

    /** A reading of the config itself, and of no hash beside it. */
    static When readsPresentConfig() {
        return sent(Verb.HGETALL).key(".*}");
    }

    /** A reading of a config that was moved away. */
    static When readsMovedConfig() {
        return on(Verb.HGETALL, StoredFilter::isMovedAway);
    }

    /** Moves the config of a filter that is deleted away. */
    static When movesConfigAway() {
        return (command, caller) -> StoredFilter.movesAway(command);
    }

    /** Brings a config back that was moved away. */
    static When bringsConfigBack() {
        return on(Verb.RENAMENX, StoredFilter::isMovedAway);
    }

    /** A reading of the trace. */
    static When readsTrace() {
        return on(Verb.HGETALL, Format::isTrace);
    }

    /** Gives a trace its name. */
    static When namesTrace() {
        return sent(Verb.RENAMENX).field(".*" + TRACE);
    }

    /** Makes a trace. */
    static When makesTrace() {
        return sent(Verb.HSETNX).key(".*:trace:.*:new");
    }

    /** Takes a life out of a trace. */
    static When removesFromTrace() {
        return on(Verb.HDEL, Format::isTrace);
    }

    private static boolean isTrace(String key) {
        return key.endsWith(TRACE);
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

    /** On claims, or another key, that has its name. */
    static When ofWhatIsBorn(Verb verb) {
        return on(verb, key -> !StoredFilter.isUnborn(key));
    }

    /** On a key that has not got its name yet. */
    static When ofWhatIsUnborn(Verb verb) {
        return on(verb, StoredFilter::isUnborn);
    }

    /** On a partition of the second layer. */
    static When ofSecondLayer(Verb verb) {
        return sent(verb).key(".*\\.1");
    }

    /** On a partition of another slice than a given one. */
    static When notOfSlice(Verb verb, long slice) {
        return sent(verb).key(".*(?<!\\." + slice + ")");
    }

    /** On the attempts to import a snapshot. */
    static When ofImports(Verb verb) {
        return sent(verb).key(".*:import");
    }

    /** On the keys of the filter as a whole. */
    static When ofConfigAndTrace(Verb verb) {
        return sent(verb).key(".*(}|:trace)");
    }

    /** The key without the end that it has while a client makes it. */
    static String born(String key) {
        return key.replaceFirst(":[0-9a-f]+:new$", "");
    }

    /** Whether a key is that of a partition in the first layer. */
    static boolean isInFirstLayer(String key) {
        return key.endsWith(".0");
    }

    /** The key of the same partition in the second layer. */
    static String inSecondLayer(String key) {
        return key.replaceFirst("0$", "1");
    }

    /** The key of the trace of the filter to which a partition belongs. */
    static String traceBeside(String partition) {
        return StoredFilter.trace(partition.replaceFirst(":\\d+}.*", "}"));
    }

    /** The key of the config beside a trace. */
    static String configBeside(String trace) {
        return trace.replaceFirst(TRACE + "$", "");
    }

    /** The life of which a key is that becomes a trace. */
    static String lifeOfUnborn(String trace) {
        return trace.replaceFirst(".*:trace:(.*):new", "$1");
    }

    /** The same change of an expiry, but as the first one of its life. */
    static String asFirst(String change) {
        return change.replaceFirst("[^.]*$", "1");
    }

    /** A further entry in the log of the birth of a layer, after those of all makers. */
    static String entryAfterAll(String entry) {
        return entry.replaceFirst("^(ready\\.[^.]*\\.[0-9]+).*", "$1.99");
    }

    /** The reply to a reading of the config without the layers after the first one. */
    static Reply withoutGrowth(Reply config) {
        return Rewriting.without(config, "layer\\..*|ready\\.[^.]*\\.[1-9].*");
    }

    /** The reply to a reading of the config without slices. */
    static Reply withoutSlices(Reply config) {
        return Rewriting.without(config, "ready\\.[^.]*\\.[0-9]{2,}(\\..*)?|" + SLICES);
    }

    /** The reply to a reading of the config without the slices that were chosen. */
    static Reply withoutChoices(Reply config) {
        return Rewriting.without(config, SLICES);
    }

    /** The reply to a reading of the config in which the slice that was chosen first is ready. */
    static Reply withChosenSlicesReady(Reply config) {
        return Rewriting.withFields(config, fields -> {
            for (Field field : List.copyOf(fields)) {
                if (field.name().matches(SLICES + "\\.0")) {
                    String ready = field.name().replaceFirst("^slice(\\..*\\.)0$", "ready$1");
                    fields.add(new Field(ready + field.value(), "1"));
                }
            }
        });
    }

    /** The reply to a reading of the config with a later slice than it has. */
    static Reply withALaterSlice(Reply config) {
        String newest = names(config).stream()
                .filter(field -> field.startsWith(READY))
                // The fields of a birth have a number of their own after that of the slice.
                .map(field -> field.replaceFirst("^(ready\\.[^.]*\\.\\d+).*", "$1"))
                .max(String::compareTo)
                .orElseThrow();
        return Rewriting.withFields(config, fields -> fields.add(new Field(next(newest), "1")));
    }

    /** The fields of the second layer in a config, and of its birth. */
    static String[] fieldsOfSecondLayer(Reply config) {
        return names(config).stream()
                .filter(name -> name.matches("(layer|ready)[.].*[.]1([.].*)?"))
                .toArray(String[]::new);
    }

    private static List<String> names(Reply config) {
        return Rewriting.fields(config).stream().map(Field::name).toList();
    }

    /** The reply to a reading of a config whose first layer looks ready. */
    static Reply ready(Reply config) {
        return Rewriting.withFields(
                config,
                fields -> fields.addAll(fields.stream()
                        .map(field -> GENERATION.matcher(field.value()))
                        .filter(Matcher::find)
                        .map(found -> new Field(READY + found.group(1) + ".0", "1"))
                        .toList()));
    }

    /** The reply to a reading of a config, all of whose specifications are of one life. */
    static Reply ofOneLife(Reply config) {
        return withValues(config, value -> value.replaceFirst("origin=[^;]*", "origin=0123456789abcdef"));
    }

    /** The reply to a reading of a config, in which no maker says that its keys may not be there yet, but for one. */
    static Reply withKeysMade(Reply config, String own) {
        return withValues(config, value -> value.equals(own) ? value : value.replaceFirst("^makes=", "made="));
    }

    private static Reply withValues(Reply config, UnaryOperator<String> change) {
        return Rewriting.withFields(
                config, fields -> fields.replaceAll(field -> new Field(field.name(), change.apply(field.value()))));
    }

    /** The reply to a reading of a config, as if its filter had been cleared and rebuilt ten times as often. */
    static Reply ofLaterGeneration(Reply config) {
        return Rewriting.withFields(
                config,
                fields -> fields.replaceAll(field ->
                        new Field(field.name().replaceFirst("^(generation\\..*\\.)1$", "$12"), field.value())));
    }

    /** The number of times that a filter has been cleared or rebuilt. */
    static long clears(Reply config) {
        return names(config).stream()
                .filter(field -> field.startsWith(GENERATIONS))
                .mapToLong(StoredFilter::number)
                .max()
                .orElse(0);
    }

    /** The fields of rebuilds that have begun. */
    static List<Field> rebuilds(Reply config) {
        return Rewriting.fields(config).stream()
                .filter(field -> field.name().startsWith("next."))
                .toList();
    }

    /** The reply to a reading of a config with one rebuild, on which nobody has decided. */
    static Reply withOneRebuild(Reply config, Field rebuild) {
        return Rewriting.withFields(
                Rewriting.without(config, "(next|decision)\\..*"), fields -> fields.add(0, rebuild));
    }

    /** A further change of the expiry to what a config has said before. */
    static Field expiryAgain(Reply before, Reply now) {
        return new Field(next(lastExpiry(now).name()), lastExpiry(before).value());
    }

    private static Field lastExpiry(Reply config) {
        return Rewriting.fields(config).stream()
                .filter(field -> StoredFilter.isChangeOfExpiry(field.name()))
                .max(Comparator.comparing(Field::name))
                .orElseThrow();
    }

    /** The same name with the next number. */
    private static String next(String name) {
        return StoredFilter.withoutNumber(name) + "." + (StoredFilter.number(name) + 1);
    }

    /** The origin of the life that a config describes; an empty text if there is none. */
    static String origin(Reply config) {
        Matcher life = LIFE.matcher(specification(config));
        return life.find() ? life.group(2) : "";
    }

    /** The reply to a reading of a config, as if the life that it describes were another one. */
    static Reply ofLife(String known, String origin, Reply config) {
        return Rewriting.withFields(
                config,
                fields -> fields.replaceAll(field -> new Field(
                        field.name().replace(origin, known), field.value().replace(origin, known))));
    }

    /** The reply to a reading of a config, as if its filter had been rebuilt each time that it was cleared. */
    static Reply rebuilt(Reply config) {
        String specification = specification(config);
        return specification.isEmpty()
                ? config
                : Rewriting.withFields(config, fields -> fields.replaceAll(field -> asRebuild(field, specification)));
    }

    private static Field asRebuild(Field field, String specification) {
        if (!field.name().startsWith(GENERATIONS) || !field.value().matches("[0-9a-f]{16}")) {
            return field;
        }
        String made = specification.replaceFirst("generation=[0-9a-f]+", "generation=" + field.value());
        return new Field(field.name(), "rebuilds=" + StoredFilter.number(field.name()) + ";" + made);
    }

    /** The specification in a config; an empty text if there is none. */
    private static String specification(Reply config) {
        return Rewriting.fields(config).stream()
                .filter(field -> field.name().equals("spec"))
                .map(Field::value)
                .findFirst()
                .orElse("");
    }

    /** The claim of a layer by a client of another version, which sizes layers otherwise. */
    static Command shapingOtherwise(Command claim) {
        String larger = Pattern.compile("bits=(\\d+)")
                .matcher(Rewriting.argument(claim, 1))
                .replaceFirst(size -> "bits=" + (Long.parseLong(size.group(1)) + Byte.SIZE));
        return Rewriting.command(claim.verb(), Rewriting.key(claim), Rewriting.argument(claim, 0), larger);
    }

    /** Whether a server has a filter at the key of a config, finished or not. */
    static boolean isClaimed(String config, Function<Command, Reply> server) {
        return !field(config, "spec", server).isEmpty();
    }

    /** The life of the filter in a config, if its first layer is ready; otherwise an empty text. */
    static String lifeOfWhatIsReady(String config, Function<Command, Reply> server) {
        Matcher life = LIFE.matcher(field(config, "spec", server));
        return life.find() && isReady(config, READY + life.group(1) + ".0", server) ? life.group(2) : "";
    }

    /** A birth that nothing disturbs has three entries, and a copy only the mark. */
    private static boolean isReady(String config, String birth, Function<Command, Reply> server) {
        return field(config, birth, server).equals("1")
                || field(config, birth + ".2", server).equals("1");
    }

    private static String field(String config, String name, Function<Command, Reply> server) {
        Reply value = server.apply(Rewriting.command(Verb.HGET, config, name));
        return value instanceof Reply.Bytes bytes ? Rewriting.text(bytes.value()) : "";
    }
}
