package io.polybloom.internal.state;

import com.google.common.primitives.Longs;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterWindow;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.StrangeValue;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The canonical text of a filter's parameters, with which a snapshot begins, and of which a version of a filter has a
 * part.
 */
public final class SpecCodec {

    private static final String FORMAT = "1";
    private static final String FORMAT_PREFIX = "format=";

    /** The secret key of a hash: present only if the hash has one, and never shown. */
    static final String KEY = "key";

    /** The span of a filter that forgets, in milliseconds, and the number of its slices: both or none. */
    private static final String WINDOW = "window";

    private static final String SLICES = "slices";

    static final Set<String> OPTIONAL = Set.of(KEY, WINDOW, SLICES);

    /** The keys of the parameters and the shape, in order. */
    static final List<String> PARAMETERS = List.of(
            "layout",
            "hash",
            KEY,
            "capacity",
            "fpp",
            "sizing",
            "bits",
            "hashes",
            "partitions",
            "maxPartitionBits",
            "servers",
            WINDOW,
            SLICES,
            "overCapacity",
            "elements");

    private static final List<String> KEYS = Stream.concat(
                    Stream.of("format", "generation", "origin"), PARAMETERS.stream())
            .toList();

    /** The known hashes, and whether each has a key. */
    private static final Map<String, Boolean> HASHES = Map.of(ElementHash.MURMUR3, false, ElementHash.SIPHASH, true);

    private static final Pattern ELEMENTS = Pattern.compile("[A-Za-z0-9._-]{0,64}");

    private static final Pattern LAYER = Pattern.compile("bits=(\\d+);hashes=(\\d+);partitions=(\\d+)");

    private SpecCodec() {}

    /** Returns the text of a filter of which nothing but its parameters is to be known. */
    public static String encode(FilterDescription description) {
        StringJoiner text = new StringJoiner(";");
        add(text, "format", FORMAT);
        add(text, "generation", description.generation());
        add(text, "origin", description.origin());
        addParameters(text, description);
        return text.toString();
    }

    static void addParameters(StringJoiner text, FilterDescription description) {
        Geometry geometry = description.geometry();
        add(text, "layout", description.layout());
        description.hash().ifPresent(hash -> addHash(text, hash));
        add(text, "capacity", description.capacity());
        add(text, "fpp", description.falsePositiveRate());
        add(text, "sizing", description.sizing());
        add(text, "bits", geometry.partitionBits());
        add(text, "hashes", geometry.hashes());
        add(text, "partitions", geometry.partitions());
        add(text, "maxPartitionBits", description.maxPartitionBits());
        add(text, "servers", description.servers());
        description.window().ifPresent(window -> addWindow(text, window));
        add(text, "overCapacity", description.overCapacity());
        add(text, "elements", description.elementFormat());
    }

    private static void addHash(StringJoiner text, ElementHash hash) {
        add(text, "hash", hash.id());
        hash.key().ifPresent(key -> add(text, KEY, key));
    }

    private static void addWindow(StringJoiner text, FilterWindow window) {
        add(text, WINDOW, window.span().toMillis());
        add(text, SLICES, window.slices());
    }

    static void add(StringJoiner text, String key, Object value) {
        text.add(key + "=" + value);
    }

    /** Reads the text back; the result is not ready and has no expiry, since the text contains neither. */
    public static FilterDescription decode(String name, String text) {
        String first = text.split(";", 2)[0];
        if (first.startsWith(FORMAT_PREFIX) && !first.equals(FORMAT_PREFIX + FORMAT)) {
            throw otherFormat(name, first.substring(FORMAT_PREFIX.length()), FORMAT);
        }
        SpecText spec = new SpecText(name, text, KEY);
        spec.requireKeys(KEYS, OPTIONAL);
        return spec.reading(() -> description(
                name,
                spec,
                new FilterDescription.Life(id(spec.get("generation")), id(spec.get("origin")), 0, 0),
                new FilterDescription.State(0, Optional.empty(), false, Optional.empty())));
    }

    static UnsupportedFilterException otherFormat(String name, String found, String known) {
        return new UnsupportedFilterException("the filter '" + name + "' is stored in format " + found
                + ", but this release reads format " + known + ": use a later release of Polybloom");
    }

    /** Reads the parameters, of a filter of which nothing is made. */
    static FilterDescription description(
            String name, SpecText spec, FilterDescription.Life life, FilterDescription.State state) {
        double falsePositiveRate = rate(spec.get("fpp"));
        FilterDescription.Parameters parameters = new FilterDescription.Parameters(
                spec.get("layout"),
                Optional.of(hash(spec)),
                number("capacity", spec.get("capacity"), 1, Long.MAX_VALUE),
                falsePositiveRate,
                sizing(spec.get("sizing"), spec),
                spec.word("overCapacity", word -> constant(OverCapacity.values(), word)),
                elements(spec));
        FilterDescription.Shape shape = new FilterDescription.Shape(
                List.of(geometry(spec.get("bits"), spec.get("hashes"), spec.get("partitions"))),
                List.of(),
                maxPartitionBits(spec.get("maxPartitionBits")),
                (int) number("servers", spec.get("servers"), 1, Integer.MAX_VALUE),
                window(spec));
        return new FilterDescription(name, parameters, shape, life, state);
    }

    static double rate(String text) {
        double rate = Double.parseDouble(text);
        if (rate == 0) {
            throw new IllegalArgumentException("rate 0");
        }
        return rate;
    }

    static Sizing sizing(String word, SpecText spec) {
        return spec.known("sizing", word, known -> constant(Sizing.values(), known));
    }

    static long maxPartitionBits(String text) {
        return number("maxPartitionBits", text, FilterSpec.LEAST_MAX_PARTITION_BITS, Long.MAX_VALUE);
    }

    private static Optional<FilterWindow> window(SpecText spec) {
        if (spec.has(WINDOW) != spec.has(SLICES)) {
            throw new IllegalArgumentException("window and slices must be given together");
        }
        return spec.has(WINDOW)
                ? Optional.of(
                        new FilterWindow(Duration.ofMillis(number(WINDOW, spec.get(WINDOW), 1, Long.MAX_VALUE)), (int)
                                number(SLICES, spec.get(SLICES), 1, FilterWindow.MOST_SLICES)))
                : Optional.empty();
    }

    private static String elements(SpecText spec) {
        String format = spec.get("elements");
        if (!ELEMENTS.matcher(format).matches()) {
            throw new IllegalArgumentException("elements " + format);
        }
        return format;
    }

    static String id(String text) {
        if (!Generation.isId(text)) {
            throw new IllegalArgumentException("not 16 hexadecimal digits: " + text);
        }
        return text;
    }

    private static ElementHash hash(SpecText spec) {
        boolean isKeyed = spec.word("hash", HASHES::get);
        if (isKeyed != spec.has(KEY)) {
            throw new IllegalArgumentException(isKeyed ? "the key is missing" : "a key for a hash without one");
        }
        return isKeyed ? ElementHash.keyed(spec.get(KEY)) : ElementHash.murmur3();
    }

    private static <E extends Enum<E>> @Nullable E constant(E[] constants, String name) {
        for (E constant : constants) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        return null;
    }

    /** Returns the text of a grown layer: its bits, hashes and partitions. */
    public static String encodeLayer(Geometry layer) {
        return "bits=" + layer.partitionBits() + ";hashes=" + layer.hashes() + ";partitions=" + layer.partitions();
    }

    /** Reads a layer back. */
    public static Geometry decodeLayer(String name, String text) {
        Matcher matcher = LAYER.matcher(text);
        if (!matcher.matches()) {
            throw noLayer(name, text, null);
        }
        try {
            return geometry(matcher.group(1), matcher.group(2), matcher.group(3));
        } catch (IllegalArgumentException unreadableValue) {
            throw noLayer(name, text, unreadableValue);
        }
    }

    /** Returns a filter with one more layer, which is read back. */
    public static FilterDescription withLayer(FilterDescription filter, String text) {
        Geometry layer = decodeLayer(filter.name(), text);
        try {
            return Descriptions.withShape(filter, layer);
        } catch (IllegalArgumentException tooManyLayers) {
            throw noLayer(filter.name(), text, tooManyLayers);
        }
    }

    private static BloomFilterException noLayer(String name, String text, @Nullable IllegalArgumentException cause) {
        String found = " of a layer: '" + text + "'" + because(cause);
        return StrangeValue.noSpecification(name, "snapshot", found, cause);
    }

    static Geometry geometry(String bits, String hashes, String partitions) {
        return new Geometry(
                number("bits", bits, 1, Geometry.MAX_PARTITION_BITS),
                (int) number("hashes", hashes, 1, Geometry.MAX_HASHES),
                (int) number("partitions", partitions, 1, Geometry.MAX_PARTITIONS));
    }

    /** Reads a number that decides about memory or time, so that it must be one that a filter can have. */
    static long number(String key, String text, long least, long most) {
        Long number = Longs.tryParse(text);
        if (number == null || number < least || number > most) {
            throw new IllegalArgumentException(
                    key + " must be a number from " + least + " to " + most + ", not " + text);
        }
        return number;
    }

    static String because(@Nullable IllegalArgumentException cause) {
        return cause == null ? "" : ": " + cause.getMessage();
    }
}
