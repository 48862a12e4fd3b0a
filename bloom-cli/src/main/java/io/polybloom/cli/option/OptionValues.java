package io.polybloom.cli.option;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options, with words for people instead of Java types when they are wrong. */
public final class OptionValues {

    /** Java's stand-in for bytes that are no characters in the locale. */
    private static final char UNREADABLE = '\uFFFD';

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
}
