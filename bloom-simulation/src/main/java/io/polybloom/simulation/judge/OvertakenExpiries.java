package io.polybloom.simulation.judge;

import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Authors.Author;
import io.polybloom.simulation.actor.Authors.UnheardExpiry;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.spi.Verb;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The changes of the expiry of a key whose callers could not correct them: they came late, or nobody heard of them. */
final class OvertakenExpiries {

    /** BITOP drops an expiry; the others set one that the register may no longer have. */
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
        return last != null && isUncorrected(last) ? last.toString() : null;
    }

    /**
     * Returns why a call has found that a partition of its filter was lost: a change of the expiry that nobody heard of
     * has ended it. Null if there is no such change.
     */
    @Nullable
    String causeOfLoss(Call call) {
        return authors.unheardExpiries().stream()
                .filter(change -> StoredFilter.isPartition(change.key(), call.filter()))
                .filter(change -> change.expireAt() <= millisAt(call.end()) && isUncorrected(change.author()))
                .map(UnheardExpiry::author)
                .map(Author::toString)
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

    private static boolean isUncorrected(Author expirer) {
        return expirer.late() || expirer.isUnheard() && CHANGES_AN_EXPIRY.contains(expirer.verb());
    }
}
