package io.polybloom.cli.option;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.ParametersNeededException;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.SpecMismatchException;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.server.Session;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.listener.ByteProgress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The filter that a user means.
 *
 * @param name its name
 * @param spec its parameters, if the user gave any
 * @param elementFormat how the bytes of a line were made
 * @param takesAnyPolicy whether a filter that exists may do anything beyond its capacity
 * @param progress takes the progress of work on all partitions
 */
public record FilterChoice(
        String name,
        Optional<FilterSpec> spec,
        String elementFormat,
        boolean takesAnyPolicy,
        Optional<ByteProgress> progress) {

    /** A line is its bytes. */
    public static final Funnel<byte[]> FUNNEL = Funnels.byteArrayFunnel();

    /**
     * Returns whether keys and offsets are known only from stored parameters; those of other systems are computed from
     * the given ones.
     */
    public boolean dependsOnStore() {
        return spec.isEmpty()
                || spec.get().isExisting()
                || Layouts.get(spec.get().layout()).capabilities().contains(LayoutCapability.LOST_DATA_DETECTION);
    }

    /**
     * Opens the filter, and creates it if it does not exist and the user gave its parameters. One that cannot fit into
     * the memory of the servers is refused before anything is created.
     */
    public BloomFilter<byte[]> open(BloomFilters filters, Session session) {
        if (spec.isPresent() && isNew(spec.get(), filters)) {
            session.refuseNodesOfClusters();
            Room.require(spec.get(), session);
        }
        return spec.isPresent() && !spec.get().isExisting()
                ? openAsked(filters, spec.get(), options())
                : openStored(filters, true, "; to create it, give --capacity N (or --bits M --hashes K)");
    }

    /**
     * Another system's filter grows as its bits are set, and the server itself chooses the size of the filters that it
     * stores.
     */
    private boolean isNew(FilterSpec asked, BloomFilters filters) {
        Layout layout = Layouts.get(asked.layout());
        boolean hasKnownSize = !asked.isExisting()
                && layout.foreign().isEmpty()
                && layout.capabilities().contains(LayoutCapability.READABLE_BITS);
        return hasKnownSize && filters.describe(name).isEmpty();
    }

    /**
     * Opens the filter for work that does not concern elements, if it exists; if the user gave parameters, it must have
     * them.
     */
    public BloomFilter<byte[]> openExisting(BloomFilters filters) {
        return openExisting(filters, false);
    }

    /** Opens the filter, to ask it for elements, if it exists; if the user gave parameters, it must have them. */
    public BloomFilter<byte[]> openToAsk(BloomFilters filters) {
        return openExisting(filters, true);
    }

    /** Opens the filter, to remove elements, if it exists; if the user gave parameters, it must have them. */
    public RemovableBloomFilter<byte[]> openToRemove(BloomFilters filters) {
        FilterSpec asked = spec.filter(given -> !given.isExisting()).orElseGet(() -> stored(true));
        try {
            return filters.openRemovable(asked, FUNNEL, options().neverCreate());
        } catch (FilterGoneException gone) {
            throw absent("", gone);
        } catch (SpecMismatchException mismatch) {
            throw OtherParameters.explained(mismatch, takesAnyPolicy);
        }
    }

    private BloomFilter<byte[]> openExisting(BloomFilters filters, boolean forElements) {
        if (spec.isPresent() && !spec.get().isExisting()) {
            try {
                return openAsked(filters, spec.get(), options().neverCreate());
            } catch (FilterGoneException gone) {
                throw absent("", gone);
            }
        }
        return openStored(filters, forElements, "");
    }

    /** A filter that was not created here may have another policy; the stored one counts unless the user names one. */
    private BloomFilter<byte[]> openAsked(BloomFilters filters, FilterSpec asked, FilterOptions options) {
        try {
            return filters.open(asked, FUNNEL, options);
        } catch (SpecMismatchException mismatch) {
            if (!takesAnyPolicy || !OtherParameters.areOnlyThePolicy(mismatch)) {
                throw OtherParameters.explained(mismatch, takesAnyPolicy);
            }
            return openStored(filters, true, "");
        }
    }

    private BloomFilter<byte[]> openStored(BloomFilters filters, boolean forElements, String advice) {
        try {
            return filters.open(stored(forElements), FUNNEL, options());
        } catch (FilterGoneException gone) {
            throw absent(advice, gone);
        } catch (ParametersNeededException needed) {
            throw new CommandFailure(needed.getMessage() + ", " + parameters(), needed);
        } catch (SpecMismatchException mismatch) {
            throw OtherParameters.explained(mismatch, takesAnyPolicy);
        }
    }

    /** The options that say how large a filter of another system is. */
    private String parameters() {
        return spec.filter(asked -> Layouts.get(asked.layout()).fixedHashes().isPresent())
                .map(fixed -> "--bits M")
                .orElse("--bits M --hashes K or --capacity N --fpp P");
    }

    private FilterOptions options() {
        return progress.map(FilterOptions.defaults()::progress).orElseGet(FilterOptions::defaults);
    }

    /** The specification of a filter that must exist: as it is stored, unless the user has said it. */
    public FilterSpec existingOrGiven() {
        return spec.orElseGet(() -> stored(false));
    }

    /** The filter as it is stored, in the layout that the user said. */
    private FilterSpec stored(boolean forElements) {
        FilterSpecBuilder existing = FilterSpec.existing(name);
        spec.ifPresent(asked -> existing.layout(asked.layout()));
        if (forElements && spec.filter(FilterSpec::isExisting).isEmpty()) {
            existing.elementFormat(elementFormat);
        }
        return existing.build();
    }

    /** Refuses to make elements of another format than those that a filter has. */
    public static void requireFormat(String name, String stored, String asked) {
        if (!stored.isEmpty() && !stored.equals(asked)) {
            throw OtherParameters.otherFormat(name, stored, asked, null);
        }
    }

    /** Refuses several servers where the layout keeps all bits of a filter on one of them. */
    static void requireServers(Optional<FilterSpec> spec, int servers, CommandLine command) {
        if (servers > 1 && spec.isPresent()) {
            String layout = spec.get().layout();
            if (!Layouts.get(layout).capabilities().contains(LayoutCapability.INDEPENDENT_SERVERS)) {
                throw new ParameterException(
                        command,
                        "the layout " + layout + " keeps a filter on one server, but " + servers
                                + " are named: name one");
            }
        }
    }

    public CommandFailure absent(String advice, @Nullable Throwable cause) {
        return new CommandFailure("there is no filter '" + name + "'" + advice, cause);
    }
}
