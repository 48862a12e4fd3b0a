package io.polybloom.internal.config;

import com.google.common.base.Ascii;
import com.google.common.primitives.Longs;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.FilterWindow;
import io.polybloom.ForeignDataException;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Sizing;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The canonical text of a filter's immutable parameters, format 1. The only place that knows its grammar. */
public final class SpecCodec {

    private static final String FORMAT = "1";
    private static final String FORMAT_PREFIX = "format=";

    /** The secret key of a hash: present only if the hash has one, and never shown. */
    private static final String KEY = "key";

    /** The span of a filter that forgets, in milliseconds, and the number of its slices: both or none. */
    private static final String WINDOW = "window";

    private static final String SLICES = "slices";

    private static final Set<String> OPTIONAL = Set.of(KEY, WINDOW, SLICES);

    private static final List<String> KEYS = List.of(
            "format",
            "generation",
            "origin",
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

    /** The known hashes, and whether each has a key. */
    private static final Map<String, Boolean> HASHES = Map.of(ElementHash.MURMUR3, false, ElementHash.SIPHASH, true);

    private static final Pattern ELEMENTS = Pattern.compile("[A-Za-z0-9._-]{0,64}");

    private static final String REBUILDS = "rebuilds=";

    private static final Pattern REBUILT = Pattern.compile("rebuilds=([1-9]\\d{0,17});(.*)");

    private static final Pattern LAYER = Pattern.compile("bits=(\\d+);hashes=(\\d+);partitions=(\\d+)");

    private SpecCodec() {}

    public static String encode(FilterDescription description) {
        Geometry geometry = description.geometry();
        StringJoiner text = new StringJoiner(";");
        add(text, "format", FORMAT);
        add(text, "generation", description.generation());
        add(text, "origin", description.origin());
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
        return text.toString();
    }

    private static void addHash(StringJoiner text, ElementHash hash) {
        add(text, "hash", hash.id());
        hash.key().ifPresent(key -> add(text, KEY, key));
    }

    private static void addWindow(StringJoiner text, FilterWindow window) {
        add(text, WINDOW, window.span().toMillis());
        add(text, SLICES, window.slices());
    }

    private static void add(StringJoiner text, String key, Object value) {
        text.add(key + "=" + value);
    }

    /** Reads the text back; the result is not ready and has no expiry, since the text contains neither. */
    public static FilterDescription decode(String name, String text) {
        String first = text.split(";", 2)[0];
        if (first.startsWith(FORMAT_PREFIX) && !first.equals(FORMAT_PREFIX + FORMAT)) {
            throw new UnsupportedFilterException("the filter '" + name + "' is stored in format "
                    + first.substring(FORMAT_PREFIX.length()) + ", but this release reads format " + FORMAT
                    + ": use a later release of Polybloom");
        }
        SpecText spec = new SpecText(name, text, KEY);
        spec.requireKeys(KEYS, OPTIONAL);
        try {
            return description(name, spec);
        } catch (IllegalArgumentException unreadableValue) {
            throw spec.foreign(unreadableValue);
        }
    }

    private static FilterDescription description(String name, SpecText spec) {
        double falsePositiveRate = Double.parseDouble(spec.get("fpp"));
        if (falsePositiveRate == 0) {
            throw new IllegalArgumentException("rate 0");
        }
        FilterDescription.Life life =
                new FilterDescription.Life(id(spec.get("generation")), id(spec.get("origin")), 0, 0);
        FilterDescription.Parameters parameters = new FilterDescription.Parameters(
                spec.get("layout"),
                Optional.of(hash(spec)),
                number("capacity", spec.get("capacity"), 1, Long.MAX_VALUE),
                falsePositiveRate,
                spec.word("sizing", word -> constant(Sizing.values(), word)),
                spec.word("overCapacity", word -> constant(OverCapacity.values(), word)),
                elements(spec));
        FilterDescription.Shape shape = new FilterDescription.Shape(
                List.of(geometry(spec.get("bits"), spec.get("hashes"), spec.get("partitions"))),
                maxPartitionBits(spec),
                (int) number("servers", spec.get("servers"), 1, Integer.MAX_VALUE),
                window(spec));
        FilterDescription.State state = new FilterDescription.State(Optional.empty(), false, Optional.empty());
        return new FilterDescription(name, parameters, shape, life, state);
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

    private static long maxPartitionBits(SpecText spec) {
        return number(
                "maxPartitionBits", spec.get("maxPartitionBits"), FilterSpec.LEAST_MAX_PARTITION_BITS, Long.MAX_VALUE);
    }

    private static String elements(SpecText spec) {
        String format = spec.get("elements");
        if (!ELEMENTS.matcher(format).matches()) {
            throw new IllegalArgumentException("elements " + format);
        }
        return format;
    }

    private static String id(String text) {
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

    /**
     * Returns the text that names a generation after a clear or a rebuild: its id alone as long as the parameters are
     * those of the specification; once the filter was rebuilt the number of rebuilds, and all parameters.
     */
    static String encodeGeneration(FilterDescription generation) {
        return generation.rebuilds() == 0
                ? generation.generation()
                : REBUILDS + generation.rebuilds() + ";" + encode(generation);
    }

    /**
     * Reads the text of a generation back.
     *
     * @param created the filter as it was created
     * @param number how many generations there were before
     */
    static FilterDescription decodeGeneration(FilterDescription created, long number, String text) {
        Matcher matcher = REBUILT.matcher(text);
        if (Generation.isId(text)) {
            return Descriptions.cleared(created, number, text);
        }
        if (!matcher.matches()) {
            throw new ForeignDataException(
                    created.name(),
                    "the config of the filter '" + created.name() + "' does not name a generation: '"
                            + SpecText.withoutSecret(text, KEY) + "'",
                    null);
        }
        long rebuilds = Long.parseLong(matcher.group(1));
        FilterDescription decoded = decode(created.name(), matcher.group(2));
        return Descriptions.withNumber(decoded, Math.max(0, number - rebuilds), rebuilds);
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
            return Descriptions.withLayer(filter, layer);
        } catch (IllegalArgumentException tooManyLayers) {
            throw noLayer(filter.name(), text, tooManyLayers);
        }
    }

    private static ForeignDataException noLayer(String name, String text, @Nullable IllegalArgumentException cause) {
        return new ForeignDataException(
                name,
                "the config of the filter '" + name + "' does not contain a Polybloom specification of a layer:" + " '"
                        + text + "'" + because(cause)
                        + ". Remove the key by hand if nothing else uses it, or choose another name",
                cause);
    }

    private static Geometry geometry(String bits, String hashes, String partitions) {
        return new Geometry(
                number("bits", bits, 1, Geometry.MAX_PARTITION_BITS),
                (int) number("hashes", hashes, 1, Geometry.MAX_HASHES),
                (int) number("partitions", partitions, 1, Geometry.MAX_PARTITIONS));
    }

    /** Reads a number that decides about memory or time, so that it must be one that a filter can have. */
    private static long number(String key, String text, long least, long most) {
        Long number = Longs.tryParse(text);
        if (number == null || number < least || number > most) {
            throw new IllegalArgumentException(
                    key + " must be a number from " + least + " to " + most + ", not " + text);
        }
        return number;
    }

    private static String because(@Nullable IllegalArgumentException cause) {
        return cause == null ? "" : ": " + cause.getMessage();
    }

    /**
     * A text of keys and values, {@code key=value} joined by {@code ;}, that a program has stored for a filter. A text
     * of another form, or one that lacks a key, is foreign data; a correct text with an unknown value was written by a
     * later release.
     */
    private static final class SpecText {

        private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._-]+");

        private final String name;
        private final String text;
        private final String secret;
        private final Map<String, String> values = new LinkedHashMap<>();

        /**
         * Reads the text of a filter's parameters.
         *
         * @param secret the key whose value is never shown
         */
        SpecText(String name, String text, String secret) {
            this.name = name;
            this.text = text;
            this.secret = secret;
            for (int begin = 0; begin <= text.length(); ) {
                int semicolon = text.indexOf(';', begin);
                int end = semicolon < 0 ? text.length() : semicolon;
                put(text.substring(begin, end));
                begin = end + 1;
            }
        }

        private void put(String field) {
            int equals = field.indexOf('=');
            boolean isField = equals > 0 && equals == field.lastIndexOf('=') && isOfLetters(field, equals);
            if (!isField || values.put(field.substring(0, equals), field.substring(equals + 1)) != null) {
                throw foreign(null);
            }
        }

        private static boolean isOfLetters(String field, int length) {
            for (int i = 0; i < length; i++) {
                if (!Ascii.isLowerCase(field.charAt(i)) && !Ascii.isUpperCase(field.charAt(i))) {
                    return false;
                }
            }
            return true;
        }

        /** Checks that the text has these keys in this order; some of them may be left out. */
        void requireKeys(List<String> keys, Set<String> optional) {
            String unknown = null;
            int next = 0;
            for (String key : values.keySet()) {
                int place = keys.indexOf(key);
                if (place >= 0) {
                    requireOptional(keys.subList(next, Math.max(next, place)), optional);
                    if (place < next) {
                        throw foreign(null);
                    }
                    next = place + 1;
                } else if (unknown == null) {
                    unknown = key;
                }
            }
            requireOptional(keys.subList(next, keys.size()), optional);
            if (unknown != null) {
                throw laterRelease(unknown);
            }
        }

        private void requireOptional(List<String> leftOut, Set<String> optional) {
            if (!optional.containsAll(leftOut)) {
                throw foreign(null);
            }
        }

        boolean has(String key) {
            return values.containsKey(key);
        }

        String get(String key) {
            String value = values.get(key);
            if (value == null) {
                throw foreign(null);
            }
            return value;
        }

        /**
         * Returns the value of a key whose values are words from a fixed set; a word that this release does not know
         * was written by a later one.
         */
        <V> V word(String key, Function<String, @Nullable V> known) {
            String word = get(key);
            V value = known.apply(word);
            if (value != null) {
                return value;
            }
            throw WORD.matcher(word).matches() ? laterRelease(key) : foreign(null);
        }

        /** Returns the complaint that the text is not that of a filter. */
        ForeignDataException foreign(@Nullable IllegalArgumentException cause) {
            return new ForeignDataException(
                    name,
                    "the config of the filter '" + name + "' does not contain a Polybloom specification: '"
                            + withoutSecret(text, secret) + "'" + because(cause)
                            + ". Remove the key by hand if nothing else uses it, or choose another name",
                    cause);
        }

        private UnsupportedFilterException laterRelease(String key) {
            return new UnsupportedFilterException("the filter '" + name + "' is stored with " + key + "="
                    + values.get(key) + ", which this release does not know: use a later release of Polybloom");
        }

        /** Returns a text without its secret, whether or not it is well-formed. */
        static String withoutSecret(String text, String secret) {
            return text.replaceAll(secret + "=[^;]*", secret + "=(secret)");
        }
    }
}
