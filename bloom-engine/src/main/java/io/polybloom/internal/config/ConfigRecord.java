package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.ForeignDataException;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.redis.Answers;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The config hash of a filter as it was read. All fields but the specification are named by the life (origin) or the
 * generation that they mean, so a field that is written late, or was left behind, does not count.
 */
public final class ConfigRecord {

    static final String SPEC = "spec";

    static final String EXPIRE_AT = "expireAt.";
    static final String GENERATION = "generation.";
    static final String READY = "ready.";
    static final String LAYER = "layer.";
    static final String SLICE = "slice.";

    /** Stands for the slice before the first one. */
    public static final long NO_SLICE = Slices.NONE;

    static final String CLAIMS = "claims.";
    static final String NEXT = "next.";
    static final String DECISION = "decision.";
    static final String CLOSING = "closing.";

    /** The decision that the next generation replaces the one that is rebuilt. */
    static final String SWITCH = "switch";

    /** The decision that a rebuild is given up. */
    static final String ABANDON = "abandon";

    /** The value in place of an instant where a life does not expire. */
    static final String NEVER = "never";

    /** The value in place of a generation when the life has ended: no clear can be published afterwards. */
    static final String DELETED = "deleted";

    private final Map<String, String> fields;
    private final FilterDescription created;
    private final FilterDescription filter;
    private final boolean isDeleted;

    private ConfigRecord(
            Map<String, String> fields, FilterDescription created, FilterDescription filter, boolean isDeleted) {
        this.fields = fields;
        this.created = created;
        this.filter = filter;
        this.isDeleted = isDeleted;
    }

    /**
     * Reads the reply to HGETALL; empty if there is no filter, which is the case when the hash has no specification.
     */
    static Optional<ConfigRecord> read(String name, Reply reply) {
        Map<String, String> fields = Answers.fields(reply, "the config of the filter '" + name + "'");
        String spec = fields.get(SPEC);
        if (spec == null) {
            return Optional.empty();
        }
        FilterDescription created = SpecCodec.decode(name, spec);
        SortedMap<Long, String> clears = clears(created, fields);
        // A mark that arrives late, below a later clear, does not count.
        boolean isMarked = !clears.isEmpty() && DELETED.equals(clears.get(clears.lastKey()));
        clears.values().removeIf(DELETED::equals);
        FilterDescription current = clears.isEmpty() ? created : generation(created, clears);
        BirthLog birth = BirthLog.of(fields, current.generation(), 0);
        boolean isDeleted = isMarked || birth.isGivenUp();
        boolean ready = birth.isOver();
        Optional<Instant> expireAt = Optional.ofNullable(
                        fields.get(expiryField(current.origin(), expiryNumber(current, fields))))
                .filter(text -> !text.equals(NEVER))
                .map(text -> instant(name, text));
        FilterDescription filter = layersOf(fields, Descriptions.withState(current, ready, expireAt))
                .counting();
        List<Rebuild> rebuilds = rebuilds(fields, filter);
        Optional<Rebuild> last = rebuilds.isEmpty() ? Optional.empty() : Optional.of(rebuilds.get(rebuilds.size() - 1));
        return Optional.of(new ConfigRecord(fields, created, Descriptions.withRebuild(filter, last), isDeleted));
    }

    /** Returns whether the filter is being deleted. */
    public boolean isDeleted() {
        return isDeleted;
    }

    /** Returns whether it is the config of a life. */
    public boolean isOfLife(String origin) {
        return filter.origin().equals(origin);
    }

    /** Returns whether a generation is the current one. */
    public boolean isOfGeneration(String generation) {
        return filter.generation().equals(generation);
    }

    /** Returns the filter: its current generation with the layers that count. */
    public FilterDescription filter() {
        return filter;
    }

    /**
     * Returns all layers of a generation that may have partitions: those that count, and those that are being opened.
     */
    public List<Layer> claimedLayers(FilterDescription generation) {
        return withMakers(layersOf(fields, generation).claimedLayers());
    }

    /** Returns a layer of a generation that may have partitions, by its index; empty if the config does not name it. */
    public Optional<Layer> claimedLayer(FilterDescription generation, int index) {
        List<Layer> claimed = claimedLayers(generation);
        return index < claimed.size() ? Optional.of(claimed.get(index)) : Optional.empty();
    }

    /** So that a removal finds what they have made under other names. */
    private List<Layer> withMakers(List<Layer> layers) {
        return layers.stream()
                .map(layer -> layer.madeBy(
                        birth(layer.filter().generation(), layer.number()).makers()))
                .toList();
    }

    /** Returns a generation with all of its {@link #claimedLayers}. */
    public Generation claimed(FilterDescription generation) {
        return layersOf(fields, generation).claimed();
    }

    /** Returns the keys of all claims that the config names, including those from before the most recent clear. */
    public List<ClaimsKey> allClaims() {
        return claims(fields.keySet());
    }

    /** Returns the keys of the claims that some fields are about, each with its makers and once. */
    List<ClaimsKey> claims(Collection<String> names) {
        return names.stream()
                .filter(name -> name.startsWith(CLAIMS))
                .map(name -> name.split(":")[0])
                .distinct()
                .sorted()
                .flatMap(name -> claims(name).stream())
                .toList();
    }

    /** The first field of a log is named by origin, number of the clear, and writer. */
    private Optional<ClaimsKey> claims(String first) {
        String[] parts = first.substring(CLAIMS.length()).split("\\.", 3);
        if (parts.length < 3) {
            return Optional.empty();
        }
        String epoch = parts[0] + "." + parts[1];
        return Optional.of(ClaimsKey.of(filter, epoch, parts[2])
                .madeBy(birth(BirthLog.ofClaims(epoch, parts[2])).makers()));
    }

    /** Returns whether a writer's key has been made since the most recent clear: if the key is missing, it was lost. */
    public boolean hasClaimsOf(String writer) {
        return birth(BirthLog.ofClaims(ClaimsKey.epoch(filter), writer)).isOver();
    }

    /**
     * Returns the slice that follows another one of the current generation; {@link #NO_SLICE} if none has been chosen.
     */
    public long sliceAfter(long before) {
        return new Slices(fields, filter).next(before);
    }

    /**
     * Returns the fields about the slices of the current generation that need not stay: those before the slice directly
     * before another one, since a failover can undo the last move.
     */
    public List<String> fieldsOfSlicesBefore(long slice) {
        return new Slices(fields, filter).fieldsBefore(slice);
    }

    /** Returns whether the config shows a field as one of {@link ConfigCommands} writes it. */
    public boolean shows(Command put) {
        String field = new String(put.arguments()[0], StandardCharsets.US_ASCII);
        String value = new String(put.arguments()[1], StandardCharsets.US_ASCII);
        return value.equals(fields.get(field));
    }

    /** Returns the log of the birth of a layer. */
    public BirthLog birth(String generation, long layer) {
        return BirthLog.of(fields, generation, layer);
    }

    /** Returns a log as it is by now. */
    public BirthLog birth(BirthLog log) {
        return log.in(fields);
    }

    /** Returns the rebuilds of the current generation that were begun, by their numbers. */
    public List<Rebuild> rebuilds() {
        return rebuilds(fields, filter);
    }

    /** Returns the last of the rebuilds of a generation that were begun, if it is the current generation. */
    public Optional<Rebuild> rebuildOf(String generation) {
        return isOfGeneration(generation) ? filter.rebuild() : Optional.empty();
    }

    /** Returns the filter as it was created, by its specification. */
    FilterDescription created() {
        return created;
    }

    /** Returns the fields that earlier generations and other lives have left behind in the config. */
    public Leftovers leftovers() {
        return new Leftovers(fields, this);
    }

    /** Returns the field with the generation that has that many before it, at least 1. */
    static String generationField(String origin, long number) {
        return GENERATION + origin + "." + number;
    }

    /** Returns the field with the generation that a rebuild makes, from 1. */
    static String nextField(String generation, int rebuild) {
        return NEXT + generation + "." + rebuild;
    }

    /** Returns the field with the end of a rebuild. */
    static String decisionField(String generation, int rebuild) {
        return DECISION + generation + "." + rebuild;
    }

    /** Returns the first field of the {@link BirthLog log} of the birth of a layer. */
    static String readyField(String generation, long layer) {
        return READY + generation + "." + layer;
    }

    /** Returns the field with the shape of a grown layer, from 1. */
    static String layerField(String generation, long layer) {
        return LAYER + generation + "." + layer;
    }

    /** Returns the field that says that a generation takes no further slice, since it is to end. */
    static String closingField(String generation) {
        return CLOSING + generation;
    }

    /** Returns whether a clear or a deletion lets a generation take no further slice. */
    public boolean isClosing(String generation) {
        return fields.containsKey(closingField(generation));
    }

    /** Returns the field with the slice that follows another one. */
    static String sliceField(String generation, long before) {
        return SLICE + generation + "." + before;
    }

    /** Returns the first field of the {@link BirthLog log} of the birth of the claims of a writer. */
    static String claimsField(String epoch, String writer) {
        return CLAIMS + epoch + "." + writer;
    }

    /** Returns the field with the instant at which a life ends after that many changes, at least 1. */
    static String expiryField(String origin, long number) {
        return EXPIRE_AT + origin + "." + number;
    }

    /** Returns the number of the last change of the expiry; 0 if there was none. */
    public long expiryNumber() {
        return expiryNumber(filter, fields);
    }

    /** Returns the numbers of the changes of the expiry that later ones have replaced. */
    public List<Long> pastExpiries() {
        long last = expiryNumber();
        return expiryNumbers(filter, fields)
                .filter(number -> number < last)
                .boxed()
                .toList();
    }

    private static long expiryNumber(FilterDescription life, Map<String, String> fields) {
        return expiryNumbers(life, fields).max().orElse(0);
    }

    /** The largest number decides, so a change that is written late does not count. */
    private static LongStream expiryNumbers(FilterDescription life, Map<String, String> fields) {
        String prefix = EXPIRE_AT + life.origin() + ".";
        return fields.keySet().stream()
                .filter(field -> field.startsWith(prefix))
                .mapToLong(field -> number(life.name(), field, field.substring(prefix.length())));
    }

    /**
     * Returns the generations after the clears and rebuilds of a life, by their numbers, and the mark of its deletion.
     */
    private static SortedMap<Long, String> clears(FilterDescription created, Map<String, String> fields) {
        String prefix = GENERATION + created.origin() + ".";
        SortedMap<Long, String> clears = new TreeMap<>();
        fields.forEach((field, value) -> {
            if (field.startsWith(prefix)) {
                clears.put(number(created.name(), field, field.substring(prefix.length())), value);
            }
        });
        return clears;
    }

    private static FilterDescription generation(FilterDescription created, SortedMap<Long, String> clears) {
        long latest = clears.lastKey();
        return SpecCodec.decodeGeneration(created, latest, Objects.requireNonNull(clears.get(latest)));
    }

    private static Instant instant(String name, String text) {
        return Instant.ofEpochMilli(number(name, EXPIRE_AT, text));
    }

    /** Returns the rebuilds of the generation that a description is about, by their numbers. */
    static List<Rebuild> rebuilds(Map<String, String> fields, FilterDescription filter) {
        String prefix = NEXT + filter.generation() + ".";
        SortedMap<Integer, Rebuild> rebuilds = new TreeMap<>();
        fields.forEach((field, text) -> {
            if (field.startsWith(prefix)) {
                int rebuild = Math.toIntExact(number(filter.name(), field, field.substring(prefix.length())));
                FilterDescription next = next(fields, filter, text);
                rebuilds.put(rebuild, new Rebuild(rebuild, state(fields, filter, rebuild, next), next));
            }
        });
        return new ArrayList<>(rebuilds.values());
    }

    private static FilterDescription next(Map<String, String> fields, FilterDescription filter, String text) {
        FilterDescription next =
                layersOf(fields, SpecCodec.decode(filter.name(), text)).counting();
        return Descriptions.withState(
                Descriptions.withNumber(next, filter.clears(), filter.rebuilds() + 1), false, filter.expireAt());
    }

    private static Rebuild.State state(
            Map<String, String> fields, FilterDescription filter, int rebuild, FilterDescription next) {
        @Nullable String decision = fields.get(decisionField(filter.generation(), rebuild));
        if (decision == null) {
            boolean isMade = BirthLog.of(fields, next.generation(), 0).isOver();
            return isMade ? Rebuild.State.UNDER_WAY : Rebuild.State.BEGUN;
        }
        return decision.equals(SWITCH) ? Rebuild.State.SWITCHED : Rebuild.State.ABANDONED;
    }

    static long number(String name, String field, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException noNumber) {
            throw unreadable(name, field, text, noNumber);
        }
    }

    private static ForeignDataException unreadable(
            String name, String field, String text, @Nullable NumberFormatException cause) {
        return new ForeignDataException(
                name,
                "the config of the filter '" + name + "' has a value that Polybloom did not write in its field " + field
                        + ": '" + text + "'. Remove the key by hand if nothing else uses it, or choose another name",
                cause);
    }

    /** Returns the reader of the layers of a generation, whose own list of layers is not used. */
    private static LayerFields layersOf(Map<String, String> fields, FilterDescription generation) {
        return generation.window().isPresent() ? new Slices(fields, generation) : new LayerFields(fields, generation);
    }
}
