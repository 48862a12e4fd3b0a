package io.polybloom.internal.opening;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.ConfigKey;
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

    /**
     * Returns the stored parameters, if the filter exists and has not expired. A config that is missing may only have
     * been moved away, and a filter that is not ready may be a claim in its place. The server's clock decides whether
     * an expiry has passed. The config is read once more after that, since the expiry may have been put off in time.
     */
    public final Step<FilterDescription> requireExisting(Optional<FilterDescription> stored) {
        return stored.filter(FilterDescription::ready).isPresent()
                ? requireLiving(stored.get())
                : describe().then(found -> requireLiving(requireStored(found)));
    }

    private Step<FilterDescription> requireLiving(FilterDescription current) {
        return current.expireAt().isEmpty()
                ? Step.done(current)
                : new ConfigKey(name)
                        .serverMillis()
                        .then(now -> hasExpired(current, now)
                                ? describe().map(again -> requireLiving(again, now))
                                : Step.done(current));
    }

    /**
     * Returns the stored parameters, if the filter exists and has not expired.
     *
     * @param serverMillis the server's time before they were read
     */
    public final FilterDescription requireLiving(Optional<FilterDescription> stored, long serverMillis) {
        FilterDescription current = requireStored(stored);
        if (hasExpired(current, serverMillis)) {
            throw expired();
        }
        return current;
    }

    private FilterDescription requireStored(Optional<FilterDescription> stored) {
        return stored.orElseThrow(this::gone);
    }

    private static boolean hasExpired(FilterDescription stored, long serverMillis) {
        return stored.expireAt()
                .filter(end -> end.toEpochMilli() <= serverMillis)
                .isPresent();
    }

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
