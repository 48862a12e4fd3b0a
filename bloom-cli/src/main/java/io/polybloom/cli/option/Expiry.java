package io.polybloom.cli.option;

import io.polybloom.BloomFilter;
import io.polybloom.cli.output.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say when a filter expires; exactly one of them is given. */
public final class Expiry {

    @Option(
            names = "--at",
            paramLabel = "INSTANT",
            required = true,
            converter = InstantConverter.class,
            description = "The time at which the filter expires, such as 2030-12-31T23:59:59Z; an offset such as +01:00"
                    + " may replace Z.")
    @Nullable
    Instant instant;

    @Option(names = "--never", required = true, description = "Keep the filter until it is deleted.")
    boolean never;

    /**
     * Sets the expiry of a filter, or removes it.
     *
     * @throws IllegalArgumentException if the instant has passed or lies more than 365,000 days ahead
     */
    public void applyTo(BloomFilter<?> filter) {
        if (instant == null) {
            filter.persist();
        } else {
            filter.expireAt(instant);
        }
    }

    /** Returns the end of the message to the user, which begins with the filter's name. */
    public String result() {
        return instant == null ? "never expires" : "expires at " + instant;
    }

    /** Adds the expiry to a summary; without one, the filter lives until it is deleted. */
    public Json addTo(Json summary) {
        return instant == null ? summary : summary.with("expireAt", instant.toString());
    }

    /** Reads a time with its offset, so that it does not depend on where the command runs. */
    public static final class InstantConverter implements ITypeConverter<Instant> {

        @Override
        public Instant convert(String text) {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException unreadable) {
                throw new TypeConversionException(
                        "'" + text + "' is not a time with an offset, such as 2030-12-31T23:59:59Z");
            }
        }
    }
}
