package io.polybloom.internal.state;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Ended;
import io.polybloom.internal.model.NamedLayer;
import io.polybloom.internal.model.Version;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.layout.Geometry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The text of a version, format 2: {@code key=value} joined by {@code ;}. The only place that knows its grammar, which
 * docs/protocol.md specifies.
 */
public final class StateText {

    private static final String FORMAT = "2";
    private static final String AFTER = "after";
    private static final String MAKING = "making";
    private static final String SLICE = "slice";
    private static final String MOVING = "moving";
    private static final String REBUILD = "rebuild";
    private static final String FILLING = "filling";
    private static final String MAKING_NEXT = "makingNext";
    private static final String ENDED = "ended";
    private static final String EXPIRE_AT = "expireAt";
    private static final String SETTLE = "settle";

    private static final Set<String> OPTIONAL = Stream.concat(
                    SpecCodec.OPTIONAL.stream(),
                    Stream.of(AFTER, MAKING, SLICE, MOVING, REBUILD, FILLING, MAKING_NEXT, ENDED, EXPIRE_AT, SETTLE))
            .collect(Collectors.toUnmodifiableSet());

    private static final List<String> KEYS = keys();

    /** The parts of the text of a layer: id, bits, hashes, partitions; and the slice, if it has one. */
    private static final int PARTS_OF_A_LAYER = 4;

    private static final int PARTS_OF_A_REBUILD = 9;
    private static final int PARTS_OF_ENDED = 2;

    private StateText() {}

    private static List<String> keys() {
        List<String> keys = new ArrayList<>(
                List.of("format", "by", AFTER, "phase", "life", "generation", "clears", "rebuilds", "begun"));
        keys.addAll(SpecCodec.PARAMETERS);
        keys.addAll(List.of("layers", MAKING, SLICE, MOVING, REBUILD, FILLING, MAKING_NEXT, ENDED, EXPIRE_AT, SETTLE));
        return List.copyOf(keys);
    }

    /** Returns the text of a version. */
    public static String encode(FilterState state) {
        FilterDescription filter = state.filter();
        StringJoiner text = new StringJoiner(";");
        SpecCodec.add(text, "format", FORMAT);
        SpecCodec.add(text, "by", state.version().by());
        if (!state.after().isEmpty()) {
            SpecCodec.add(text, AFTER, state.after());
        }
        SpecCodec.add(text, "phase", state.phase().name().toLowerCase(Locale.ROOT));
        SpecCodec.add(text, "life", filter.origin());
        SpecCodec.add(text, "generation", filter.generation());
        SpecCodec.add(text, "clears", filter.clears());
        SpecCodec.add(text, "rebuilds", filter.rebuilds());
        SpecCodec.add(text, "begun", filter.state().begun());
        SpecCodec.addParameters(text, filter);
        SpecCodec.add(text, "layers", layers(filter));
        state.making().ifPresent(layer -> SpecCodec.add(text, MAKING, layer(layer)));
        filter.window().ifPresent(window -> addSlices(text, window.open()));
        filter.rebuild().ifPresent(rebuild -> {
            SpecCodec.add(text, REBUILD, rebuild(rebuild.next()));
            SpecCodec.add(text, FILLING, layers(rebuild.next()));
        });
        state.makingNext().ifPresent(layer -> SpecCodec.add(text, MAKING_NEXT, layer(layer)));
        if (!state.ended().isEmpty()) {
            SpecCodec.add(
                    text, ENDED, state.ended().stream().map(StateText::ended).collect(Collectors.joining(",")));
        }
        filter.expireAt().ifPresent(instant -> SpecCodec.add(text, EXPIRE_AT, instant.toEpochMilli()));
        if (state.settles()) {
            SpecCodec.add(text, SETTLE, 1);
        }
        return text.toString();
    }

    private static void addSlices(StringJoiner text, List<Long> open) {
        if (!open.isEmpty()) {
            SpecCodec.add(text, SLICE, open.get(0));
        }
        if (open.size() > 1) {
            SpecCodec.add(text, MOVING, open.get(1));
        }
    }

    private static String layers(FilterDescription filter) {
        return Descriptions.layersOf(filter).stream().map(StateText::layer).collect(Collectors.joining(","));
    }

    private static String layer(NamedLayer layer) {
        Geometry shape = layer.geometry();
        String text = layer.id() + "/" + shape.partitionBits() + "/" + shape.hashes() + "/" + shape.partitions();
        return layer.number().isPresent() ? text + "/" + layer.number().getAsLong() : text;
    }

    private static String ended(Ended keys) {
        return keys.name() + "/" + keys.partitions();
    }

    private static String rebuild(FilterDescription next) {
        Geometry shape = next.geometry();
        return Stream.of(
                        next.generation(),
                        next.layout(),
                        next.capacity(),
                        next.falsePositiveRate(),
                        next.sizing(),
                        shape.partitionBits(),
                        shape.hashes(),
                        shape.partitions(),
                        next.maxPartitionBits())
                .map(Object::toString)
                .collect(Collectors.joining("/"));
    }

    /**
     * Reads a version.
     *
     * @param name the filter's name
     * @throws ForeignDataException if Polybloom has not written the text
     * @throws UnsupportedFilterException if another release has written it, or wrote it in another format
     */
    public static FilterState decode(String name, long number, String text) {
        SpecText spec = read(name, text);
        spec.requireKeys(KEYS, OPTIONAL);
        FilterState state = spec.reading(() -> state(name, number, spec));
        if (!encode(state).equals(text)) {
            throw spec.unreadable(null);
        }
        return state;
    }

    private static SpecText read(String name, String text) {
        SpecText spec = new SpecText(name, text, SpecCodec.KEY);
        if (spec.has("format") && !spec.get("format").equals(FORMAT)) {
            throw SpecCodec.otherFormat(name, spec.get("format"), FORMAT);
        }
        return spec;
    }

    /** Returns whether a version was written on another one; not if one of them is missing. */
    public static boolean follows(String name, @Nullable String text, @Nullable String before) {
        if (text == null || before == null) {
            return false;
        }
        SpecText spec = read(name, text);
        return spec.has("after") && spec.get("after").equals(by(name, before));
    }

    /** Returns the {@code by} of a version without reading the rest. */
    public static String by(String name, String text) {
        return read(name, text).get("by");
    }

    private static FilterState state(String name, long number, SpecText spec) {
        Phase phase = spec.word("phase", StateText::phase);
        int begun = (int) SpecCodec.number("begun", spec.get("begun"), 0, Integer.MAX_VALUE);
        FilterDescription.State nothing = new FilterDescription.State(
                begun,
                Optional.empty(),
                phase == Phase.READY,
                optional(spec, EXPIRE_AT).map(StateText::instant));
        FilterDescription.Life life = new FilterDescription.Life(
                SpecCodec.id(spec.get("generation")),
                SpecCodec.id(spec.get("life")),
                SpecCodec.number("clears", spec.get("clears"), 0, Long.MAX_VALUE),
                SpecCodec.number("rebuilds", spec.get("rebuilds"), 0, Long.MAX_VALUE));
        FilterDescription bare = SpecCodec.description(name, spec, life, nothing);
        FilterDescription inUse = withSlices(Descriptions.withLayers(bare, layers(spec.get("layers"))), spec);
        Optional<Rebuild> rebuild =
                optional(spec, REBUILD).map(text -> rebuild(inUse, begun, text, layers(spec.get(FILLING)), spec));
        return new FilterState(
                new Version(number, SpecCodec.id(spec.get("by")), Map.of(), 0),
                optional(spec, AFTER).map(SpecCodec::id).orElse(""),
                phase,
                Descriptions.withRebuild(inUse, begun, rebuild),
                optional(spec, MAKING).map(StateText::layer),
                optional(spec, MAKING_NEXT).map(StateText::layer),
                optional(spec, ENDED).map(StateText::endedKeys).orElse(List.of()),
                spec.has(SETTLE));
    }

    private static Optional<String> optional(SpecText spec, String key) {
        return spec.has(key) ? Optional.of(spec.get(key)) : Optional.empty();
    }

    private static @Nullable Phase phase(String word) {
        for (Phase phase : Phase.values()) {
            if (phase.name().toLowerCase(Locale.ROOT).equals(word)) {
                return phase;
            }
        }
        return null;
    }

    private static Instant instant(String text) {
        return Instant.ofEpochMilli(SpecCodec.number(EXPIRE_AT, text, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static FilterDescription withSlices(FilterDescription filter, SpecText spec) {
        List<Long> open = new ArrayList<>();
        for (String key : List.of(SLICE, MOVING)) {
            optional(spec, key).ifPresent(text -> open.add(slice(text)));
        }
        if (filter.window().isPresent()) {
            return Descriptions.withKeyNumbers(filter, open);
        }
        if (!open.isEmpty()) {
            throw new IllegalArgumentException("a slice without a window");
        }
        return filter;
    }

    private static long slice(String text) {
        return SpecCodec.number(SLICE, text, 0, Long.MAX_VALUE);
    }

    private static List<NamedLayer> layers(String text) {
        return text.isEmpty()
                ? List.of()
                : Stream.of(text.split(",")).map(StateText::layer).toList();
    }

    private static NamedLayer layer(String text) {
        String[] parts = text.split("/");
        if (parts.length != PARTS_OF_A_LAYER && parts.length != PARTS_OF_A_LAYER + 1) {
            throw new IllegalArgumentException("no layer: " + text);
        }
        return new NamedLayer(
                SpecCodec.id(parts[0]),
                SpecCodec.geometry(parts[1], parts[2], parts[3]),
                parts.length == PARTS_OF_A_LAYER ? OptionalLong.empty() : OptionalLong.of(slice(parts[4])));
    }

    private static List<Ended> endedKeys(String text) {
        return Stream.of(text.split(","))
                .map(keys -> {
                    String[] parts = keys.split("/");
                    if (parts.length != PARTS_OF_ENDED) {
                        throw new IllegalArgumentException("no ended layer: " + keys);
                    }
                    SpecCodec.id(parts[0].split("\\.", 2)[0]);
                    return new Ended(parts[0], (int) SpecCodec.number(ENDED, parts[1], 1, Geometry.MAX_PARTITIONS));
                })
                .toList();
    }

    private static Rebuild rebuild(
            FilterDescription filter, int number, String text, List<NamedLayer> filling, SpecText spec) {
        String[] parts = text.split("/");
        if (parts.length != PARTS_OF_A_REBUILD) {
            throw new IllegalArgumentException("no rebuild: " + text);
        }
        FilterDescription sizes = new FilterDescription(
                filter.name(),
                new FilterDescription.Parameters(
                        parts[1],
                        filter.hash(),
                        SpecCodec.number("capacity", parts[2], 1, Long.MAX_VALUE),
                        SpecCodec.rate(parts[3]),
                        SpecCodec.sizing(parts[4], spec),
                        filter.overCapacity(),
                        filter.elementFormat()),
                new FilterDescription.Shape(
                        List.of(SpecCodec.geometry(parts[5], parts[6], parts[7])),
                        List.of(),
                        SpecCodec.maxPartitionBits(parts[8]),
                        filter.servers(),
                        filter.window()),
                filter.life(),
                filter.state());
        FilterDescription next = Descriptions.rebuilt(filter, sizes, SpecCodec.id(parts[0]));
        Rebuild.State state = filling.isEmpty() ? Rebuild.State.BEGUN : Rebuild.State.UNDER_WAY;
        return new Rebuild(number, state, Descriptions.withLayers(next, filling));
    }
}
