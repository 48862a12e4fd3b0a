package io.polybloom.cli.option;

import io.polybloom.BloomFilter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say when a filter ends; exactly one of them is given. */
public final class Expiry {

    @Option(
            names = "--at",
            paramLabel = "INSTANT",
            required = true,
            converter = InstantConverter.class,
            description = "It expires at this time, such as 2030-12-31T23:59:59Z or 2030-12-31T23:59:59+01:00.")
    @Nullable
    Instant instant;

    @Option(names = "--never", required = true, description = "It lives until it is deleted.")
    boolean never;

    /**
     * Gives a filter its expiry, or takes it.
     *
     * @throws IllegalArgumentException if the instant has passed or lies too far ahead
     */
    public void applyTo(BloomFilter<?> filter) {
        if (instant == null) {
            filter.persist();
        } else {
            filter.expireAt(instant);
        }
    }

    /** Says what has become of the filter, behind its name. */
    public String result() {
        return instant == null ? "does not expire" : "expires at " + instant;
    }

    /** Reads a time with its offset, so that it does not depend on where the command runs. */
    public static final class InstantConverter implements ITypeConverter<Instant> {

        @Override
        public Instant convert(String text) {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException unreadable) {
                throw new TypeConversionException(
                        "'" + text + "' is no time with an offset, such as 2030-12-31T23:59:59Z");
            }
        }
    }
}
