package io.polybloom.simulation.judge;

import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Authors.Author;
import io.polybloom.simulation.actor.Authors.Effect;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.spi.Verb;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The changes of the expiry of a key whose callers could not correct them: they came late, or nobody heard of them. */
final class OvertakenExpiries {

    private static final Set<Verb> DROPS_AN_EXPIRY = Set.of(Verb.BITOP, Verb.BITOP_AND);

    private static final Set<Verb> CHANGES_AN_EXPIRY =
            Set.of(Verb.BITOP, Verb.BITOP_AND, Verb.PERSIST, Verb.PEXPIRE, Verb.PEXPIREAT);

    private final Authors authors;
    private final History history;

    OvertakenExpiries(Authors authors, History history) {
        this.authors = authors;
        this.history = history;
    }

    /** Returns why a key has an expiry that the register does not name; null if nothing explains it. */
    @Nullable
    String cause(int server, String key) {
        Author last = authors.expirer(server, key);
        return last == null ? null : cause(last, StoredFilter.nameIn(key));
    }

    /**
     * Returns why a call has found that a partition of its filter was lost: a change of the expiry that nobody heard of
     * has ended it. Null if there is no such change.
     */
    @Nullable
    String causeOfLoss(Call call) {
        return authors.unheardExpiries().stream()
                .filter(change -> StoredFilter.isPartition(change.key(), call.filter()))
                .filter(change -> change.expireAt() <= millisAt(call.end()))
                .map(change -> cause(change.author(), call.filter()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private long millisAt(int time) {
        return history.incidents().stream()
                .filter(incident -> incident.time() <= time)
                .mapToLong(Incident::serverMillis)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /**
     * BITOP drops an expiry of itself; every other command must have met a version that another call has written, as
     * must the exchange of a slice, which gives it the expiry that its caller knows.
     */
    private @Nullable String cause(Author changer, String filter) {
        boolean isExchange = history.sliceMillis(filter).isPresent()
                && authors.effects().stream()
                        .map(Effect::author)
                        .filter(other -> other.call() == changer.call())
                        .anyMatch(other -> DROPS_AN_EXPIRY.contains(other.verb()));
        if (!changer.isUnheard() && !isExchange || !CHANGES_AN_EXPIRY.contains(changer.verb())) {
            return null;
        }
        if (changer.isUnheard() && DROPS_AN_EXPIRY.contains(changer.verb())) {
            return changer.toString();
        }
        return authors.effects().stream()
                .map(Effect::author)
                .filter(other -> other.call() != changer.call())
                .filter(other -> other.time() >= changer.call().begin()
                        && changer.time() >= other.call().begin())
                .filter(other ->
                        other.verb() == Verb.HSETNX && other.call().filter().equals(filter))
                .map(other -> changer + ", overtaken by " + other)
                .findFirst()
                .orElse(null);
    }
}
