package io.polybloom.internal.opening;

import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** How filters of one kind are found and made: the native ones, or those of another system. Immutable. */
public abstract class Opening {

    final String name;
    final Environment environment;

    protected Opening(String name, Environment environment) {
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

    /** Reads what is stored; empty if there is no filter. */
    public abstract Step<Optional<FilterState>> describe();

    /**
     * Reads what is stored so that an eviction of the least recently used keys spares the keys of the filter as a
     * whole, and restores lost ones if possible.
     */
    public Step<Optional<FilterState>> touch() {
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

    /** Finishes what was read, so that the filter can be used. */
    public abstract Step<FilterState> adopt(FilterState stored);

    /** Reads the time of the server that decides whether the filter has expired, in milliseconds since 1970. */
    public abstract Step<Long> serverMillis();

    /** Reads that time together with this machine's. */
    public final Step<ServerTime> serverTime() {
        long before = environment.nanoTime().getAsLong();
        return serverMillis().map(millis -> new ServerTime(millis, before));
    }

    /**
     * Returns what is stored, if the filter exists and has not expired. The server's clock decides whether an expiry
     * has passed. The register is read once more after that, since the expiry may have been put off in time.
     */
    public final Step<FilterState> requireExisting(Optional<FilterState> stored) {
        FilterState current = stored.orElseThrow(this::gone);
        return current.lifetime().isLimited()
                ? serverMillis()
                        .then(now -> current.lifetime().isOver(now)
                                ? describe().map(again -> requireLiving(again, now))
                                : Step.done(current))
                : Step.done(current);
    }

    /**
     * Returns what is stored, if the filter exists and has not expired.
     *
     * @param serverMillis the server's time before it was read
     */
    public final FilterState requireLiving(Optional<FilterState> stored, long serverMillis) {
        FilterState current = stored.orElseThrow(this::gone);
        if (current.lifetime().isOver(serverMillis)) {
            throw expired();
        }
        return current;
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
