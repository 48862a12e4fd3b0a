package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Generation;
import io.polybloom.layout.Geometry;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The canonical text of a filter's immutable parameters, format 1. The only place that knows its grammar. */
public final class SpecCodec {

    private static final String FORMAT = "1";
    private static final List<String> KEYS = List.of(
            "format",
            "generation",
            "layout",
            "capacity",
            "fpp",
            "bits",
            "hashes",
            "partitions",
            "servers",
            "overCapacity");

    private static final Pattern LAYER =
            Pattern.compile("generation=([0-9a-f]{16});bits=(\\d+);hashes=(\\d+);partitions=(\\d+)");

    private SpecCodec() {}

    public static String encode(FilterDescription description) {
        Geometry geometry = description.geometry();
        Object[] values = {
            FORMAT,
            description.generation(),
            description.layout(),
            description.capacity(),
            description.falsePositiveRate(),
            geometry.partitionBits(),
            geometry.hashes(),
            geometry.partitions(),
            description.servers(),
            description.overCapacity()
        };
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            text.append(i == 0 ? "" : ";").append(KEYS.get(i)).append('=').append(values[i]);
        }
        return text.toString();
    }

    /** Reads the text back; the result is not ready and has no expiry, since neither stands in the text. */
    static FilterDescription decode(String name, String text) {
        String[] fields = text.split(";", -1);
        String format = value(name, text, fields[0], 0);
        if (!format.equals(FORMAT)) {
            throw new UnsupportedFilterException("the filter '" + name + "' is stored in format " + format
                    + ", this release reads format " + FORMAT + ": use a later release of Polybloom");
        }
        if (fields.length != KEYS.size()) {
            throw foreign(name, text);
        }
        String[] values = new String[fields.length];
        for (int i = 0; i < fields.length; i++) {
            values[i] = value(name, text, fields[i], i);
        }
        try {
            return description(name, values);
        } catch (IllegalArgumentException unreadableValue) {
            throw new ForeignDataException(describe(name, text), unreadableValue);
        }
    }

    private static FilterDescription description(String name, String[] values) {
        String generation = values[1];
        if (!Generation.isId(generation)) {
            throw new IllegalArgumentException("generation " + generation);
        }
        double falsePositiveRate = Double.parseDouble(values[4]);
        if (falsePositiveRate == 0) {
            throw new IllegalArgumentException("rate 0");
        }
        return new FilterDescription(
                name,
                generation,
                values[2],
                Long.parseLong(values[3]),
                falsePositiveRate,
                List.of(geometry(values[5], values[6], values[7])),
                Integer.parseInt(values[8]),
                OverCapacity.valueOf(values[9]),
                false,
                Optional.empty());
    }

    /** The text of a grown layer: the generation that it belongs to, and its bits, hashes and partitions. */
    public static String encodeLayer(String generation, Geometry layer) {
        return "generation=" + generation + ";bits=" + layer.partitionBits() + ";hashes=" + layer.hashes()
                + ";partitions=" + layer.partitions();
    }

    /** Reads a layer back; empty if it was left behind by another generation. */
    static Optional<Geometry> decodeLayer(String name, String generation, String text) {
        Matcher matcher = LAYER.matcher(text);
        if (!matcher.matches()) {
            throw foreign(name, text);
        }
        if (!matcher.group(1).equals(generation)) {
            return Optional.empty();
        }
        try {
            return Optional.of(geometry(matcher.group(2), matcher.group(3), matcher.group(4)));
        } catch (IllegalArgumentException unreadableValue) {
            throw new ForeignDataException(describe(name, text), unreadableValue);
        }
    }

    private static Geometry geometry(String bits, String hashes, String partitions) {
        Geometry geometry = new Geometry(Long.parseLong(bits), Integer.parseInt(hashes), Integer.parseInt(partitions));
        if (geometry.partitionBits() > Geometry.MAX_PARTITION_BITS || geometry.hashes() > Geometry.MAX_HASHES) {
            throw new IllegalArgumentException("beyond the limits of format " + FORMAT + ": " + geometry);
        }
        return geometry;
    }

    private static String value(String name, String text, String field, int index) {
        String prefix = KEYS.get(index) + "=";
        if (!field.startsWith(prefix)) {
            throw foreign(name, text);
        }
        return field.substring(prefix.length());
    }

    private static ForeignDataException foreign(String name, String text) {
        return new ForeignDataException(describe(name, text), null);
    }

    private static String describe(String name, String text) {
        return "the config of the filter '" + name + "' holds no Polybloom specification: '" + text
                + "'. Remove the key by hand if nothing else uses it, or choose another name";
    }
}
