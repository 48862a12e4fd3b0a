package io.polybloom.simulation.judge;

import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Authors.Author;
import io.polybloom.simulation.actor.Authors.UnheardExpiry;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.spi.Verb;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the expiry of a key that another client has overtaken: the key has an expiry that the config does not
 * name.
 */
final class OvertakenExpiries {

    /** BITOP drops an expiry; the others set one that the config may no longer have. */
    private static final Set<Verb> CHANGES_AN_EXPIRY = Set.of(Verb.BITOP, Verb.BITOP_AND, Verb.PERSIST, Verb.PEXPIREAT);

    /** The time that a partition lives if it was never given the expiry of its filter. */
    private static final long BIRTH_MILLIS = 600_000;

    /**
     * The period in which an object reads the config again and looks after the expiry of the keys; the filters of the
     * worlds do not change it.
     */
    static final long PERIOD_MILLIS = 60_000;

    private final Authors authors;
    private final History history;

    OvertakenExpiries(Authors authors, History history) {
        this.authors = authors;
        this.history = history;
    }

    /** Returns why a key has an expiry that the config does not name; null if nothing explains it. */
    @Nullable
    String cause(int server, String key) {
        Author ofKey = authors.expirer(server, key);
        Author ofConfig = ofConfig(StoredFilter.nameIn(key));
        if (ofKey != null && isLookedAfter(ofKey, key)) {
            return null;
        }
        if (ofKey != null && ofKey.verb() == Verb.PEXPIREAT && history.isEvicted(StoredFilter.expiry(key))) {
            return ofKey + ", which was not told of another expiry: " + StoredFilter.expiry(key) + " was evicted";
        }
        if (ofKey != null && isBornBehindTheEnd(ofKey, key)) {
            return ofKey + ", which came when the filter had expired";
        }
        String cause = isUncorrected(ofKey) ? overtaken(ofKey, ofConfig) : null;
        if (cause == null && isUncorrected(ofConfig)) {
            cause = overtaken(ofConfig, ofKey);
        }
        // Others apply what the config says of a change that its caller has not finished.
        return cause != null
                ? cause
                : Promises.unfinishedChange(StoredFilter.nameIn(key), history)
                        .filter(unfinished -> ofKey != null && ofKey.call() != unfinished)
                        .map(Call::toString)
                        .orElse(null);
    }

    /**
     * Returns why a call has found that a partition of its filter was lost: a change of the expiry that was overtaken
     * has ended it, before any client that uses the filter could look after it. Null if there is no such change.
     */
    @Nullable
    String causeOfLoss(Call call) {
        for (UnheardExpiry change : authors.unheardExpiries()) {
            boolean isOfFilter = StoredFilter.isPartition(change.key(), call.filter());
            if (isOfFilter && change.expireAt() <= millisAt(call.end()) && !isLookedAfter(change)) {
                String cause = overtaken(change.author(), ofConfig(call.filter()));
                if (cause != null) {
                    return cause;
                }
            }
        }
        return null;
    }

    private boolean isLookedAfter(Author expirer, String key) {
        return authors.unheardExpiries().stream()
                .anyMatch(
                        change -> change.key().equals(key) && change.author().equals(expirer) && isLookedAfter(change));
    }

    /** Of a filter without a window, and with few partitions, as those of the worlds are. */
    private boolean isLookedAfter(UnheardExpiry change) {
        return history.calls().stream()
                .filter(call -> call.operation().kind().isAboutElements() && call.succeeded() && !call.hasFault())
                .filter(call -> StoredFilter.isPartition(change.key(), call.filter()))
                .filter(call -> call.begin() > change.author().time())
                .anyMatch(call -> call.serverMillis() >= change.millis() + PERIOD_MILLIS
                        && call.serverMillis() < change.expireAt());
    }

    private long millisAt(int time) {
        long millis = Long.MIN_VALUE;
        for (Incident incident : history.incidents()) {
            millis = incident.time() <= time ? Math.max(millis, incident.serverMillis()) : millis;
        }
        return millis;
    }

    /** The field decides; a filter whose expiry was never changed has none. */
    private @Nullable Author ofConfig(String filter) {
        String config = StoredFilter.config(filter);
        Author decider = authors.decider(0, config);
        return decider == null ? authors.expirer(0, config) : decider;
    }

    /**
     * Whether a birth has given a partition its name after its filter had expired: then it lives for the time of a
     * birth.
     */
    private boolean isBornBehindTheEnd(Author born, String key) {
        return born.verb() == Verb.RENAMENX
                && new Expiries(history).mayHaveCome(StoredFilter.nameIn(key), born.time())
                && authors.effects().stream()
                        .filter(effect -> effect.author().equals(born))
                        .anyMatch(effect -> effect.expireAt() <= effect.millis() + BIRTH_MILLIS);
    }

    /** The caller corrects the effect of the command, but only with the commands that follow. */
    private static boolean isUncorrected(@Nullable Author expirer) {
        return expirer != null && (expirer.late() || expirer.isUnheard() && CHANGES_AN_EXPIRY.contains(expirer.verb()));
    }

    /**
     * Returns what has happened to a command that changes an expiry: BITOP drops one of itself; every other command was
     * overtaken by another call that has set another expiry since the call began. Null if there is none.
     */
    private static @Nullable String overtaken(Author uncorrected, @Nullable Author other) {
        if (uncorrected.verb() == Verb.BITOP) {
            return uncorrected.toString();
        }
        boolean isOvertaken = other != null
                && other.call() != uncorrected.call()
                && other.time() >= uncorrected.call().begin();
        return isOvertaken ? uncorrected + ", overtaken by " + other : null;
    }
}
