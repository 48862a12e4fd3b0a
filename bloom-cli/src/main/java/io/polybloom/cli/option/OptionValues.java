package io.polybloom.cli.option;

import io.polybloom.layout.Layouts;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options, with words for people instead of Java types when they are wrong. */
public final class OptionValues {

    /** Java's stand-in for bytes that are no characters in the locale. */
    private static final char UNREADABLE = '\uFFFD';

    private static final Pattern DURATION = Pattern.compile("0*([1-9][0-9]{0,18})([smhd])");

    private static final Map<String, ChronoUnit> UNITS =
            Map.of("s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS, "d", ChronoUnit.DAYS);

    private OptionValues() {}

    public static Long parseLong(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a whole number below 2^63");
        }
    }

    public static Integer parseInt(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a whole number below 2^31");
        }
    }

    /** Reads a constant by its name in any case. */
    public static <E extends Enum<E>> ITypeConverter<E> oneOf(Class<E> type) {
        return text -> {
            for (E constant : type.getEnumConstants()) {
                if (constant.name().equalsIgnoreCase(text)) {
                    return constant;
                }
            }
            String known = Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            throw new TypeConversionException("'" + text + "' is none of " + known);
        };
    }

    /** Refuses text that Java could not read: different names would become the same one. */
    public static final class ReadableText implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (text.indexOf(UNREADABLE) >= 0) {
                throw new TypeConversionException("'" + text + "' has characters that this locale does not know");
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
                throw new TypeConversionException("'" + text + "' is no length of time such as 30s, 10m, 24h or 7d");
            }
            try {
                return Duration.of(Long.parseLong(parts.group(1)), UNITS.get(parts.group(2)));
            } catch (ArithmeticException | DateTimeException | NumberFormatException tooLong) {
                throw new TypeConversionException("'" + text + "' is too long a time");
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
