package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** How filters of one kind are found and made: the native ones, or those of another system. Immutable. */
public abstract class Opening {

    final String name;
    final Environment environment;

    Opening(String name, Environment environment) {
        this.name = name;
        this.environment = environment;
    }

    /** Returns the filter's name. */
    public final String name() {
        return name;
    }

    /** Returns the environment in which the filter was opened. */
    public final Environment environment() {
        return environment;
    }

    /** Reads the stored parameters; empty if there is no filter. */
    public abstract Step<Optional<FilterDescription>> describe();

    /**
     * Reads the stored parameters so that an eviction of the least recently used keys spares the keys of the filter as
     * a whole, and restores lost ones if possible.
     */
    public Step<Optional<FilterDescription>> touch() {
        return describe();
    }

    /** Opens the stored filter, as far as it has been made. */
    public abstract Step<Generation> adoptStored();

    /** Opens the stored filter, as far as it has been made, if it has the caller's parameters. */
    public Step<Generation> adoptStored(FilterSpec spec) {
        return adoptStored().also(stored -> SpecComparison.requireSame(stored.description(), spec));
    }

    /** Opens the stored filter if it has the caller's parameters; creates it if nothing is stored. */
    public abstract Step<Generation> createOrAdopt(FilterSpec spec);

    /** Opens a filter with the parameters that have been read, and completes it. */
    public abstract Step<Generation> adopt(FilterDescription stored);

    /** Returns the complaint that a filter that was open is not there any more. */
    public final FilterGoneException gone() {
        return absent("is gone: it was deleted, it has expired, or the server has lost its data, as by FLUSHALL or by a"
                + " restart without persistence");
    }

    /** Returns the complaint that the filter has expired, by the server's clock. */
    public final FilterGoneException expired() {
        return absent("has expired", true);
    }

    /** Returns the complaint that there is no such filter. */
    public final FilterGoneException absent(String what) {
        return absent(what, false);
    }

    private FilterGoneException absent(String what, boolean hasExpired) {
        return new FilterGoneException(
                name,
                "the filter '" + name + "' " + what + ". To create it, empty, open it with a specification",
                hasExpired);
    }
}
