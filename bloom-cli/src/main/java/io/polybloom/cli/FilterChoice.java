package io.polybloom.cli;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The filter that a user means.
 *
 * @param name its name
 * @param spec what it must look like, if the user said so
 */
record FilterChoice(String name, Optional<FilterSpec> spec) {

    /** A line is its bytes. */
    static final Funnel<byte[]> FUNNEL = Funnels.byteArrayFunnel();

    /** Opens the filter, and creates it if it does not exist and the user said what it must look like. */
    BloomFilter<byte[]> open(BloomFilters filters) {
        return spec.isPresent()
                ? filters.open(spec.get(), FUNNEL)
                : openByName(filters, "; to create it, give --capacity N (or --bits M --hashes K)");
    }

    /** Opens the filter if it exists; if the user said what it must look like, it must. */
    BloomFilter<byte[]> openExisting(BloomFilters filters) {
        if (spec.isEmpty()) {
            return openByName(filters, "");
        }
        if (filters.describe(name).isEmpty()) {
            throw absent("", null);
        }
        return filters.open(spec.get(), FUNNEL);
    }

    private BloomFilter<byte[]> openByName(BloomFilters filters, String advice) {
        try {
            return filters.openExisting(name, FUNNEL);
        } catch (FilterGoneException gone) {
            throw absent(advice, gone);
        }
    }

    private CommandFailure absent(String advice, @Nullable Throwable cause) {
        return new CommandFailure("there is no filter '" + name + "'" + advice, cause);
    }
}
