package io.polybloom.cli.option;

import io.polybloom.cli.console.Console;
import io.polybloom.cli.lines.FieldKey;
import io.polybloom.cli.lines.LineFormat;
import io.polybloom.cli.stream.LineElements;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say what the element of a line is. */
public final class ElementOptions {

    @Option(
            names = "--field",
            paramLabel = "N",
            split = ",",
            splitSynopsisLabel = ",",
            description = "The fields that are the element, counted from 1 (default: the whole line). As with cut, a"
                    + " field that a line lacks is left out, and a line without the delimiter is the element as a"
                    + " whole.")
    List<Integer> fields = new ArrayList<>();

    @Option(
            names = "--delimiter",
            paramLabel = "D",
            converter = OptionValues.ReadableText.class,
            description = "The text that separates fields (default: a tab).")
    @Nullable
    String delimiter;

    @Option(
            names = "--elements",
            paramLabel = "FORMAT",
            converter = FormatConverter.class,
            completionCandidates = Formats.class,
            description = "The format of the elements, which the filter stores and checks: ${COMPLETION-CANDIDATES}"
                    + " (default: utf-8). Lines are text in UTF-8 and are converted; for an int format, they are"
                    + " decimal numbers. A line that cannot be converted ends the command.")
    LineFormat format = LineFormat.UTF_8;

    @Option(
            names = "--crlf",
            description = "The lines end with CR LF, as in files from Windows: a CR at the end of a line is no part of"
                    + " its element.")
    boolean endsWithReturns;

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    /** Returns the name of the format. */
    public String format() {
        return format.toString();
    }

    /** Returns what makes the elements of an input. */
    public LineElements of(Console console) {
        return new LineElements(console, format, key(), endsWithReturns);
    }

    /** Returns whether any of the options is given. */
    public boolean isAnyGiven() {
        return format != LineFormat.UTF_8 || endsWithReturns || !fields.isEmpty() || delimiter != null;
    }

    private @Nullable FieldKey key() {
        if (fields.isEmpty() && delimiter == null) {
            return null;
        }
        if (fields.isEmpty() || "".equals(delimiter)) {
            throw new ParameterException(
                    command.commandLine(),
                    fields.isEmpty() ? "--delimiter needs --field" : "the delimiter must not be empty");
        }
        try {
            return new FieldKey(fields, (delimiter == null ? "\t" : delimiter).getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    /** Refuses a name that is no format: a filter would be labelled with what its elements are not. */
    static final class FormatConverter implements ITypeConverter<LineFormat> {

        @Override
        public LineFormat convert(String name) {
            LineFormat format = LineFormat.named(name);
            if (format == null) {
                throw new TypeConversionException(
                        "'" + name + "' is not one of " + String.join(", ", new Formats()) + ", which lines can have");
            }
            return format;
        }
    }

    /** Shows all formats in the help. */
    static final class Formats implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(LineFormat.values()).map(LineFormat::toString).iterator();
        }
    }
}
