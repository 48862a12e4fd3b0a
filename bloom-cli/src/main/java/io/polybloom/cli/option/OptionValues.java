package io.polybloom.cli.option;

import io.polybloom.OverCapacity;
import io.polybloom.layout.Layouts;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options, with words for people instead of Java types when they are wrong. */
public final class OptionValues {

    /** Java's stand-in for bytes that are not characters in the locale. */
    private static final char UNREADABLE = '\uFFFD';

    /** At most three digits of an exponent: with more, the number would exceed every possible value. */
    private static final Pattern WHOLE =
            Pattern.compile("([+-]?[0-9]+(?:_[0-9]+)*(?:\\.[0-9]+)?)(?:[eE]\\+?([0-9]{1,3}))?([kmgtKMGT])?");

    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]{1,4})?");

    private static final Pattern DURATION = Pattern.compile("0*([1-9][0-9]{0,18})([smhd])");

    private static final Map<String, ChronoUnit> UNITS =
            Map.of("s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS, "d", ChronoUnit.DAYS);

    private OptionValues() {}

    /** Reads a whole number: digits, with underscores between them, a power of ten or a unit from k to T if wanted. */
    public static Long parseLong(String text) {
        return whole(text, Long.MAX_VALUE, "below 2^63").longValueExact();
    }

    /** Reads a whole number, as {@link #parseLong} does. */
    public static Integer parseInt(String text) {
        return whole(text, Integer.MAX_VALUE, "below 2^31").intValueExact();
    }

    /** Reads a share of the whole: a number such as 0.01 or 1e-9, or a percentage such as 1%. */
    public static Double parseRate(String text) {
        boolean isPercentage = text.endsWith("%");
        String number = isPercentage ? text.substring(0, text.length() - 1) : text;
        if (!DECIMAL.matcher(number).matches()) {
            throw new TypeConversionException("'" + text + "' is not a rate such as 0.01, 1% or 1e-9");
        }
        return new BigDecimal(number).movePointLeft(isPercentage ? 2 : 0).doubleValue();
    }

    private static BigDecimal whole(String text, long limit, String range) {
        Matcher parts = WHOLE.matcher(text);
        if (!parts.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a whole number such as 20000, 1_000_000, 10M or 1e9");
        }
        int exponent = parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2));
        int unit = parts.group(3) == null
                ? 0
                : 3 * (1 + "kmgt".indexOf(parts.group(3).toLowerCase(Locale.ROOT)));
        BigDecimal number = new BigDecimal(parts.group(1).replace("_", "")).scaleByPowerOfTen(exponent + unit);
        if (number.abs().compareTo(BigDecimal.valueOf(limit)) > 0
                || number.stripTrailingZeros().scale() > 0) {
            throw new TypeConversionException("'" + text + "' is not a whole number " + range);
        }
        return number;
    }

    /** The policies beyond the capacity as users type them, for shells. */
    public static final class Policies implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(OverCapacity.values())
                    .map(policy -> policy.name().toLowerCase(Locale.ROOT))
                    .iterator();
        }
    }

    /**
     * Converts by a function. A lambda in place of this class would be a class of its own that no archive of classes
     * can hold, since picocli's interface was compiled for Java 5.
     */
    public record Converter<T>(Function<String, T> function) implements ITypeConverter<T> {

        @Override
        public T convert(String text) {
            return function.apply(text);
        }
    }

    /** Reads a constant by its name in any case. */
    public static <E extends Enum<E>> Converter<E> oneOf(Class<E> type) {
        return new Converter<>(text -> {
            for (E constant : type.getEnumConstants()) {
                if (constant.name().equalsIgnoreCase(text)) {
                    return constant;
                }
            }
            String known = Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            throw new TypeConversionException("'" + text + "' is not one of " + known);
        });
    }

    /** Refuses text that Java could not read: different names would become the same one. */
    public static final class ReadableText implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (text.indexOf(UNREADABLE) >= 0) {
                throw new TypeConversionException("'" + text + "' has characters that this locale cannot represent:"
                        + " set LC_ALL to a UTF-8 locale");
            }
            return text;
        }
    }

    /** Reads a number of seconds, minutes, hours or days, at least 1. */
    public static final class WholeDuration implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            Matcher parts = DURATION.matcher(text);
            if (!parts.matches()) {
                throw new TypeConversionException("'" + text + "' is not a duration such as 30s, 10m, 24h or 7d");
            }
            try {
                return Duration.of(Long.parseLong(parts.group(1)), UNITS.get(parts.group(2)));
            } catch (ArithmeticException | DateTimeException | NumberFormatException tooLong) {
                throw new TypeConversionException("'" + text + "' is too long a duration");
            }
        }
    }

    /** Shows all layouts in the help. */
    static final class LayoutIds implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Layouts.ids().iterator();
        }
    }
}
